#include "labels/grid_cuts.h"

#include "base/parallel.h"
#include "base/threads.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>

namespace huedrift {
namespace {

/// Holds products of shares and squared sizes.
__extension__ using Wide = __int128;

/// The penalty for a departure by a whole cell, as a multiple of the cell's share of the energy.
constexpr std::int64_t stiffness = 2;

std::int64_t penalty(std::int64_t departure, std::uint32_t size, int length, std::int64_t weight) {
    assert(departure >= 0 && size > 0 && length > 0);
    return std::int64_t(Wide{whole_share} * weight * departure * departure /
                        (Wide{4} * pixel_parts * size * length));
}

std::int64_t departure(int spacing, std::uint32_t size) {
    const std::int64_t parts = std::int64_t{spacing} * pixel_parts;
    return parts > size ? parts - size : size - parts;
}

using Places = std::vector<std::optional<std::int32_t>>;

/// Less than any sum of shares and penalties.
constexpr std::int64_t impossible = -64 * whole_share;

/// Finds the best continuation of each cut, from the last cut to the first. With places, each cut has one,
/// and the next cut the next place; the first cut has place 0 or 1.
class CutSearch {
public:
    CutSearch(std::span<const std::int64_t> shares, std::uint32_t size, const Places* places = nullptr)
        : shares_(shares), places_(places), length_(int(shares.size())), allowed_(spacings_of(size)),
          value_(shares.size()), next_(shares.size()) {
        for (int d = 0; d <= allowed_.most; ++d) {
            between_.push_back(spacing_penalty(d, size, length_));
            at_edge_.push_back(edge_penalty(d, size, length_));
        }
        for (int x = length_ - 1; x > 0; --x) value_[std::size_t(x)] = follow(x) + shares_[std::size_t(x)];
    }

    Cuts best() {
        const int last = std::min(allowed_.most, length_ - 1);
        int first = 0;
        std::int64_t most = 0;
        for (int x = 1; x <= last; ++x) {
            if (!may_begin(x)) continue;
            const std::int64_t value = value_[std::size_t(x)] - at_edge_[std::size_t(x)];
            if (first == 0 || value > most) {
                first = x;
                most = value;
            }
        }
        if (length_ <= allowed_.most && (first == 0 || -at_edge_[std::size_t(length_)] > most)) return {};
        return first == 0 || most <= impossible / 2 ? Cuts{.penalty = -impossible} : from(first);
    }

private:
    bool may_begin(int x) const {
        const auto place = places_ ? (*places_)[std::size_t(x)] : 0;
        return place && *place <= 1;
    }
    bool may_follow(int x, int next) const {
        if (!places_) return true;
        const auto &here = (*places_)[std::size_t(x)], &there = (*places_)[std::size_t(next)];
        return here && there && *there == *here + 1;
    }

    std::int64_t follow(int x) {
        int next = 0;
        std::int64_t most = impossible;
        for (int d = allowed_.least; d <= allowed_.most && x + d < length_; ++d) {
            if (!may_follow(x, x + d)) continue;
            const std::int64_t value = value_[std::size_t(x + d)] - between_[std::size_t(d)];
            if (next == 0 || value > most) {
                next = x + d;
                most = value;
            }
        }
        if (const int edge = length_ - x; edge <= allowed_.most) {
            const std::int64_t value = -at_edge_[std::size_t(edge)];
            if (next == 0 || value > most) {
                next = length_;
                most = value;
            }
        }
        next_[std::size_t(x)] = next;
        return most;
    }

    Cuts from(int first) {
        Cuts cuts;
        cuts.penalty = at_edge_[std::size_t(first)];
        for (int x = first; x < length_; x = next_[std::size_t(x)]) {
            cuts.at.push_back(x);
            cuts.energy += shares_[std::size_t(x)];
            const int next = next_[std::size_t(x)];
            cuts.penalty += (next < length_ ? between_ : at_edge_)[std::size_t(next - x)];
        }
        return cuts;
    }

    std::span<const std::int64_t> shares_;
    const Places* places_; ///< null: a cut may lie anywhere
    int length_;
    Spacings allowed_;
    std::vector<std::int64_t> between_, at_edge_; ///< penalties by spacing
    std::vector<std::int64_t> value_;             ///< of each cut with its best continuation
    std::vector<int> next_;
};

/// A cut of an even grid is at most this part of a cell from its place.
constexpr std::int64_t nearness = 4;

/// Of equal cuts, the earlier ones are better; the end of the picture is later than any cut.
bool is_better(const Cuts& x, const Cuts& y, std::uint32_t size, int length) {
    const auto value = [&](const Cuts& cuts) {
        const bool is_whole = cuts == Cuts{}; // whose penalty is left out
        return cuts.energy - (is_whole ? edge_penalty(length, size, length) : cuts.penalty);
    };
    if (value(x) != value(y)) return value(x) > value(y);
    const auto [differs, other] = std::ranges::mismatch(x.at, y.at);
    return differs != x.at.end() && (other == y.at.end() || *differs < *other);
}

}

std::vector<std::int64_t> shares_of(std::span<const std::uint64_t> energy) {
    const std::uint64_t sum = std::accumulate(energy.begin(), energy.end(), std::uint64_t{0});
    std::vector<std::int64_t> shares(energy.size());
    if (sum == 0) return shares;
    std::ranges::transform(energy, shares.begin(),
                           [&](std::uint64_t one) { return std::int64_t(Wide{whole_share} * one / sum); });
    return shares;
}

std::int64_t spacing_penalty(int spacing, std::uint32_t size, int length) {
    return penalty(departure(spacing, size), size, length, 4 * stiffness);
}

std::int64_t edge_penalty(int spacing, std::uint32_t size, int length) {
    const std::int64_t cut_off = std::int64_t{spacing} * pixel_parts;
    return penalty(std::min(departure(spacing, size), cut_off), size, length, stiffness);
}

Spacings spacings_of(std::uint32_t size) {
    assert(size >= min_cell && size <= max_cell);
    constexpr std::uint32_t tenth = 10 * pixel_parts;
    return {int(size * 7 / tenth), int((size * 13 + tenth - 1) / tenth)};
}

Cuts best_cuts(std::span<const std::int64_t> shares, std::uint32_t size) {
    return CutSearch(shares, size).best();
}

std::vector<std::optional<std::int32_t>> places_near(int length, std::uint32_t size, std::uint32_t phase) {
    Places places(static_cast<std::size_t>(length));
    const std::int64_t near = size / nearness;
    for (int x = 1; x < length; ++x) {
        const std::int64_t from_first = std::int64_t{x} * pixel_parts - phase + near;
        if (from_first >= 0 && from_first % size <= 2 * near)
            places[std::size_t(x)] = static_cast<std::int32_t>(from_first / size);
    }
    return places;
}

Cuts even_cuts(std::span<const std::int64_t> shares, std::uint32_t size, int anchor) {
    const auto length = int(shares.size());
    const auto with_phase = [&](std::span<const std::int64_t> energy, std::uint32_t phase) {
        const Places places = places_near(length, size, phase);
        return CutSearch(energy, size, &places).best();
    };
    if (anchor > 0 && anchor < length) {
        // More than all shares and penalties together, so that no sequence without the anchor is better.
        constexpr std::int64_t bonus = 16 * whole_share;
        std::vector<std::int64_t> raised(shares.begin(), shares.end());
        raised[std::size_t(anchor)] += bonus;
        Cuts cuts =
            with_phase(raised, static_cast<std::uint32_t>(std::uint64_t(anchor) * pixel_parts % size));
        cuts.energy -= bonus;
        return cuts;
    }
    std::optional<Cuts> best;
    for (std::uint32_t i = 0; i < grid_phases; ++i) {
        Cuts cuts = with_phase(shares, size * i / grid_phases);
        if (!best || is_better(cuts, *best, size, length)) best = std::move(cuts);
    }
    return *std::move(best);
}

std::vector<int> cell_borders(const Cuts& cuts, std::uint32_t size, int length) {
    assert(std::ranges::is_sorted(cuts.at, std::less_equal<>()));
    assert(cuts.at.empty() || (cuts.at.front() > 0 && cuts.at.back() < length));
    std::vector<int> borders = cuts.at;
    const auto is_cell = [&](int spacing) {
        return std::int64_t{spacing} * 5 * pixel_parts >= std::int64_t{2} * size;
    };
    if (borders.empty()) return {0, length};
    const bool begins = is_cell(borders.front()), ends = is_cell(length - borders.back());
    if (begins) borders.insert(borders.begin(), 0);
    if (ends) borders.push_back(length);
    return borders.size() < 2 ? std::vector{0, length} : borders;
}

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
    assert(here.size() == sum.size());
    std::ranges::transform(sum, here, sum.begin(), std::plus{});
}

template <class Label>
CutEnergies energies_of_rows(std::span<const Label> labels, std::size_t width, std::uint32_t colors,
                             const Contrasts& contrasts, const Progress& progress) {
    CutEnergies sum;
    for (auto& energy : sum) energy.resize(width);
    Mutex adding;
    parallel_pieces(labels.size() / width, 64, progress, [&](std::size_t begin, std::size_t end) {
        CutEnergies here;
        for (auto& energy : here) energy.resize(width);
        std::vector<Stretch> stretches;
        for (std::size_t y = begin; y < end; ++y) {
            find_stretches(labels.subspan(y * width, width), colors, stretches);
            for (std::size_t rim = 1; rim < here.size(); ++rim) add_row(stretches, rim, contrasts, here[rim]);
        }
        const Lock lock(adding);
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

/// Adds the steps between neighbouring pixels as item 0 of the energies.
void add_steps(const PositionedPlane& source, std::size_t frame_height, const Progress& progress,
               PlaneEnergies& energies) {
    const auto width = std::size_t(source.plane.width()), height = std::size_t(source.plane.height());
    assert(source.positions.size() >= source.plane.palette_size());
    assert(frame_height > 0 && height % frame_height == 0);
    std::vector<std::uint64_t>&columns = energies.columns.front(), &rows = energies.rows.front();
    columns.assign(width, 0);
    rows.assign(frame_height, 0);
    Mutex adding;
    source.plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        parallel_pieces(height, 64, progress, [&](std::size_t begin, std::size_t end) {
            std::vector<std::uint64_t> columns_here(width), rows_here(frame_height);
            for (std::size_t y = begin; y < end; ++y) {
                const Label* const row = &labels[y * width];
                for (std::size_t x = 1; x < width; ++x)
                    columns_here[x] += step_of(source.positions, row[x - 1], row[x]);
                if (y % frame_height == 0) continue;
                const Label* const above = row - width;
                for (std::size_t x = 0; x < width; ++x)
                    rows_here[y % frame_height] += step_of(source.positions, above[x], row[x]);
            }
            const Lock lock(adding);
            add(columns_here, columns);
            add(rows_here, rows);
        });
    });
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
    PlaneEnergies energies;
    add_steps(source, std::size_t(source.plane.height()) / frames, {}, energies);
    return energies;
}

PlaneEnergies cut_energies(const PositionedPlane& labels, const PositionedPlane& source, std::size_t frames,
                           const Progress& progress) {
    const LabelPlane& plane = labels.plane;
    assert(plane.width() == source.plane.width() && plane.height() == source.plane.height());
    const auto width = std::size_t(plane.width()), frame_height = std::size_t(plane.height()) / frames;
    const auto colors = static_cast<std::uint32_t>(labels.positions.size());
    const Contrasts contrasts(labels.positions);
    PlaneEnergies energies = plane.visit([&]<class Label>(const std::vector<Label>& all) -> PlaneEnergies {
        const std::vector<Label> turned = transposed(all, width, frame_height, progress);
        return {energies_of_rows<Label>(all, width, colors, contrasts, progress),
                energies_of_rows<Label>(turned, frame_height, colors, contrasts, progress)};
    });
    add_steps(source, frame_height, progress, energies);
    return energies;
}

}
