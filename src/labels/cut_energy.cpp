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
    for (std::size_t begin = 0; begin < row.size();) {
        std::size_t end = begin + 1;
        while (end < row.size() && row[end] == row[begin]) ++end;
        stretches.push_back({row[begin] == no_label<Label> ? colors : row[begin], begin, end});
        begin = end;
    }
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

template <class Label>
CutEnergies energies_of_rows(std::span<const Label> labels, std::size_t width, std::uint32_t colors,
                             const Contrasts& contrasts) {
    CutEnergies sum;
    for (auto& energy : sum) energy.resize(width);
    std::mutex adding;
    parallel_ranges(labels.size() / width, 64, [&](std::size_t begin, std::size_t end) {
        CutEnergies here;
        for (auto& energy : here) energy.resize(width);
        std::vector<Stretch> stretches;
        for (std::size_t y = begin; y < end; ++y) {
            find_stretches(labels.subspan(y * width, width), colors, stretches);
            for (std::size_t rim = 0; rim < here.size(); ++rim) add_row(stretches, rim, contrasts, here[rim]);
        }
        const std::lock_guard lock(adding);
        for (std::size_t rim = 0; rim < sum.size(); ++rim)
            std::ranges::transform(sum[rim], here[rim], sum[rim].begin(), std::plus{});
    });
    return sum;
}

/// Turns the columns of each frame into rows, equal columns of all frames one below the other.
template <class Label>
std::vector<Label> transposed(const std::vector<Label>& labels, std::size_t width, std::size_t frame_height) {
    std::vector<Label> turned(labels.size());
    constexpr std::size_t tile = 64;
    parallel_ranges(labels.size() / width, tile, [&](std::size_t begin, std::size_t end) {
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
    const std::int64_t squared = squared_distance(one, other);
    if (squared >= std::int64_t{max_contrast} * max_contrast) return max_contrast;
    auto root = static_cast<std::int64_t>(std::sqrt(double(squared))); // off by at most one
    while (root * root > squared) --root;
    while ((root + 1) * (root + 1) <= squared) ++root;
    return static_cast<std::uint32_t>(root);
}

PlaneEnergies cut_energies(const LabelPlane& plane, std::span<const Position> palette, std::size_t frames) {
    const auto width = std::size_t(plane.width()), frame_height = std::size_t(plane.height()) / frames;
    const auto colors = static_cast<std::uint32_t>(palette.size());
    const Contrasts contrasts(palette);
    return plane.visit([&]<class Label>(const std::vector<Label>& labels) -> PlaneEnergies {
        const std::vector<Label> turned = transposed(labels, width, frame_height);
        return {energies_of_rows<Label>(labels, width, colors, contrasts),
                energies_of_rows<Label>(turned, frame_height, colors, contrasts)};
    });
}

}
