#include "labels/cut_energy.h"

#include "base/parallel.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace huedrift {
namespace {

/// A stretch of equal labels in a row.
struct Stretch {
    std::uint32_t label; ///< for transparency, the number of colours
    std::size_t begin, end;
};

/// The contrasts of labels; for a small palette, from a table.
class Contrasts {
public:
    explicit Contrasts(std::span<const Position> palette) : palette_(palette) {
        if (palette.size() > max_table) return;
        table_.resize(palette.size() * palette.size());
        for (std::size_t i = 0; i < palette.size(); ++i)
            for (std::size_t j = 0; j < palette.size(); ++j)
                table_[i * palette.size() + j] = contrast(palette[i], palette[j]);
    }
    std::uint32_t operator()(std::uint32_t one, std::uint32_t other) const {
        if (one == other) return 0;
        if (one >= palette_.size() || other >= palette_.size()) return max_contrast;
        return table_.empty() ? contrast(palette_[one], palette_[other])
                              : table_[std::size_t(one) * palette_.size() + other];
    }

private:
    static constexpr std::size_t max_table = 256;
    std::span<const Position> palette_;
    std::vector<std::uint32_t> table_;
};

template <class Label>
void find_stretches(std::span<const Label> row, std::uint32_t colors, std::vector<Stretch>& stretches) {
    stretches.clear();
    each_run(row.data(), 0, row.size(), [&](Label label, std::size_t begin, std::size_t end) {
        stretches.push_back({label == no_label<Label> ? colors : label, begin, end});
    });
}

/// Adds the energies of one row. Skips stretches of up to `rim` pixels: the border then lies in the middle
/// between the longer stretches beside them.
void add_row(std::span<const Stretch> stretches, std::size_t rim, const Contrasts& contrasts,
             std::vector<std::uint64_t>& energy) {
    const Stretch* before = nullptr;
    for (const Stretch& stretch : stretches) {
        if (stretch.end - stretch.begin <= rim) continue;
        if (before) energy[(before->end + stretch.begin) / 2] += contrasts(before->label, stretch.label);
        before = &stretch;
    }
}

void add(std::span<const std::uint64_t> here, std::span<std::uint64_t> sum) {
    std::ranges::transform(sum, here, sum.begin(), std::plus{});
}

template <class Label>
CutEnergies energies_of_rows(std::span<const Label> labels, std::size_t width, std::uint32_t colors,
                             const Contrasts& contrasts, const Progress& progress) {
    CutEnergies sum;
    for (auto& energy : sum) energy.resize(width);
    std::mutex adding;
    parallel_pieces(labels.size() / width, 64, progress, [&](std::size_t begin, std::size_t end) {
        CutEnergies here;
        for (auto& energy : here) energy.resize(width);
        std::vector<Stretch> stretches;
        for (std::size_t y = begin; y < end; ++y) {
            find_stretches(labels.subspan(y * width, width), colors, stretches);
            for (std::size_t rim = 1; rim < here.size(); ++rim) add_row(stretches, rim, contrasts, here[rim]);
        }
        const std::lock_guard lock(adding);
        for (std::size_t rim = 1; rim < sum.size(); ++rim) add(here[rim], sum[rim]);
    });
    return sum;
}

template <class Label>
std::uint32_t step_of(std::span<const Position> positions, Label one, Label other) {
    if (one == other) return 0;
    if (one == no_label<Label> || other == no_label<Label>) return max_step - min_step;
    return step(positions[one], positions[other]);
}

/// The steps between neighbouring pixels.
struct Steps {
    std::vector<std::uint64_t> columns, rows;
};

Steps steps_of(const PositionedPlane& source, std::size_t frame_height, const Progress& progress) {
    const auto width = std::size_t(source.plane.width()), height = std::size_t(source.plane.height());
    Steps sum{std::vector<std::uint64_t>(width), std::vector<std::uint64_t>(frame_height)};
    std::mutex adding;
    source.plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        parallel_pieces(height, 64, progress, [&](std::size_t begin, std::size_t end) {
            Steps here{std::vector<std::uint64_t>(width), std::vector<std::uint64_t>(frame_height)};
            for (std::size_t y = begin; y < end; ++y) {
                const Label* const row = &labels[y * width];
                for (std::size_t x = 1; x < width; ++x)
                    here.columns[x] += step_of(source.positions, row[x - 1], row[x]);
                if (y % frame_height == 0) continue;
                const Label* const above = row - width;
                for (std::size_t x = 0; x < width; ++x)
                    here.rows[y % frame_height] += step_of(source.positions, above[x], row[x]);
            }
            const std::lock_guard lock(adding);
            add(here.columns, sum.columns);
            add(here.rows, sum.rows);
        });
    });
    return sum;
}

/// The distance, rounded down, at most `limit`.
std::uint32_t distance(const Position& one, const Position& other, std::uint32_t limit) {
    const std::int64_t squared = squared_distance(one, other);
    if (squared >= std::int64_t{limit} * limit) return limit;
    auto root = static_cast<std::int64_t>(std::sqrt(double(squared))); // off by at most one
    while (root * root > squared) --root;
    while ((root + 1) * (root + 1) <= squared) ++root;
    return static_cast<std::uint32_t>(root);
}

/// Turns the columns of each frame into rows, equal columns of all frames one below the other.
template <class Label>
std::vector<Label> transposed(const std::vector<Label>& labels, std::size_t width, std::size_t frame_height,
                              const Progress& progress) {
    std::vector<Label> turned(labels.size());
    constexpr std::size_t tile = 64;
    parallel_pieces(labels.size() / width, tile, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t left = 0; left < width; left += tile)
            for (std::size_t y = begin; y < end; ++y) {
                const std::size_t frame = y / frame_height;
                Label* const to = &turned[frame * frame_height * width + y % frame_height];
                for (std::size_t x = left; x < std::min(left + tile, width); ++x)
                    to[x * frame_height] = labels[y * width + x];
            }
    });
    return turned;
}

}

std::uint32_t contrast(const Position& one, const Position& other) {
    return distance(one, other, max_contrast);
}

std::uint32_t step(const Position& one, const Position& other) {
    return std::max(distance(one, other, max_step), min_step) - min_step;
}

PlaneEnergies step_energies(const PositionedPlane& source, std::size_t frames) {
    Steps steps = steps_of(source, std::size_t(source.plane.height()) / frames, {});
    PlaneEnergies energies;
    energies.columns.front() = std::move(steps.columns);
    energies.rows.front() = std::move(steps.rows);
    return energies;
}

PlaneEnergies cut_energies(const PositionedPlane& labels, const PositionedPlane& source, std::size_t frames,
                           const Progress& progress) {
    const LabelPlane& plane = labels.plane;
    const auto width = std::size_t(plane.width()), frame_height = std::size_t(plane.height()) / frames;
    const auto colors = static_cast<std::uint32_t>(labels.positions.size());
    const Contrasts contrasts(labels.positions);
    PlaneEnergies energies = plane.visit([&]<class Label>(const std::vector<Label>& all) -> PlaneEnergies {
        const std::vector<Label> turned = transposed(all, width, frame_height, progress);
        return {energies_of_rows<Label>(all, width, colors, contrasts, progress),
                energies_of_rows<Label>(turned, frame_height, colors, contrasts, progress)};
    });
    Steps steps = steps_of(source, frame_height, progress);
    energies.columns.front() = std::move(steps.columns);
    energies.rows.front() = std::move(steps.rows);
    return energies;
}

}
