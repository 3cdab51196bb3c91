#include "reduction/preview.h"

#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "color/morton.h"
#include "palette/merge.h"
#include "palette/nearest_entry.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace huedrift {
namespace {

/// Coordinates have 25 bits, of which a 63-bit key holds 21 each.
constexpr int dropped_bits = 4;

/// Of the cubes in which trajectories meet, in radii. Measured (docs/benchmarks.md): as good as following
/// each by itself, with a third to a fifth of the evaluations.
constexpr double meeting_side = 1.0 / 8;

/// Up to this radius basins are so small that it takes more representatives to find them.
constexpr double small_radius = 0.03;

std::uint64_t morton_key(const Position& p) {
    constexpr std::int32_t middle = units_per_one / 2;
    const auto cell = [](std::int32_t coordinate) {
        return static_cast<std::uint32_t>(coordinate) >> dropped_bits;
    };
    return morton_code(cell(p.l), cell(p.a + middle), cell(p.b + middle));
}

/// Halves the cell with the greatest error, sqrt(colours) times squared side, as long as cells may be added.
/// The root is a compromise between what suits the pixels (colours) and the rare colours of a palette (side
/// alone).
class Division {
public:
    /// `keys`: Morton codes, ascending, at least one.
    explicit Division(std::span<const std::uint64_t> keys) : keys_(keys) {
        add(0, static_cast<std::uint32_t>(keys.size()));
    }

    /// The ends of up to `max` cells, ascending. Each call goes on from the one before.
    std::vector<std::uint32_t> ends(std::size_t max) {
        while (cells_.size() < max && cells_.top().error > 0) halve_worst();
        std::vector<std::uint32_t> ends;
        for (auto cells = cells_; !cells.empty(); cells.pop()) ends.push_back(cells.top().end);
        std::ranges::sort(ends);
        return ends;
    }

private:
    struct Cell {
        double error;
        std::uint32_t begin, end;

        friend bool operator<(const Cell& x, const Cell& y) {
            return x.error != y.error ? x.error < y.error : x.begin > y.begin;
        }
    };

    void add(std::uint32_t begin, std::uint32_t end) {
        const int bits = std::bit_width(keys_[begin] ^ keys_[end - 1]);
        const double squared_side = std::ldexp(1, 2 * ((bits + 2) / 3));
        cells_.push({bits == 0 ? 0 : std::sqrt(double(end - begin)) * squared_side, begin, end});
    }
    void halve_worst() {
        const Cell whole = cells_.top();
        cells_.pop();
        const std::uint64_t bit = std::bit_floor(keys_[whole.begin] ^ keys_[whole.end - 1]);
        const auto middle = std::partition_point(keys_.begin() + whole.begin, keys_.begin() + whole.end,
                                                 [&](std::uint64_t key) { return (key & bit) == 0; });
        const auto joint = static_cast<std::uint32_t>(middle - keys_.begin());
        add(whole.begin, joint);
        add(joint, whole.end);
    }

    std::span<const std::uint64_t> keys_;
    std::priority_queue<Cell> cells_;
};

/// Positions without repetition, and which of them each is.
struct Distinct {
    explicit Distinct(std::span<const Position> all) : positions(all.begin(), all.end()) {
        std::ranges::sort(positions);
        positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
        for (const Position& position : all)
            index_of.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(positions, position) -
                                                          positions.begin()));
    }

    std::vector<Position> positions;
    std::vector<std::uint32_t> index_of;
};

}

Preview::Preview(const ColorSet& colors, const Cells& cells) : colors_(colors), order_(colors.size()) {
    if (colors.empty()) return;
    using Keyed = std::pair<std::uint64_t, std::uint32_t>; // Morton code and colour
    std::vector<Keyed> keyed(colors.size());
    parallel_ranges(keyed.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            keyed[i] = {morton_key(colors.positions()[i]), static_cast<std::uint32_t>(i)};
    });
    parallel_sort(keyed.begin(), keyed.end(), std::less());
    std::vector<std::uint64_t> keys(keyed.size());
    std::ranges::transform(keyed, keys.begin(), &Keyed::first);
    std::ranges::transform(keyed, order_.begin(), &Keyed::second);
    Division division(keys);
    estimated_ = represented(division.ends(cells.estimated));
    followed_cells_[1] = division.ends(cells.followed[1]);
    followed_cells_[0] = division.ends(cells.followed[0]);
    if (colors.size() > 2 * cells.means) small_cells_ = division.ends(cells.means);
}

PositionSum Preview::sum(std::uint32_t begin, std::uint32_t end, Weighting weighting) const {
    PositionSum sum;
    for (std::uint32_t i = begin; i < end; ++i)
        sum.add(colors_.positions()[order_[i]],
                weighting == Weighting::palette ? 1 : colors_.counts()[order_[i]]);
    return sum;
}

/// Chooses the colour nearest to the mean of each cell. In the order of the colours, since merging prefers
/// the first of those that are equally dense.
Preview::Represented Preview::represented(const Ends& cells) const {
    struct Chosen {
        std::uint32_t color, begin, end;
    };
    std::vector<Chosen> chosen(cells.size());
    parallel_ranges(cells.size(), 64, [&](std::size_t first, std::size_t last) {
        for (std::size_t cell = first; cell < last; ++cell) {
            const std::uint32_t begin = cell == 0 ? 0 : cells[cell - 1], end = cells[cell];
            const Position mean = sum(begin, end, Weighting::palette).mean();
            const auto distance = [&](std::uint32_t color) {
                return squared_distance(colors_.positions()[color], mean);
            };
            const auto nearest =
                std::ranges::min_element(order_.begin() + begin, order_.begin() + end, {}, distance);
            chosen[cell] = {*nearest, begin, end};
        }
    });
    std::ranges::sort(chosen, {}, &Chosen::color);
    Represented represented{{}, std::vector<std::uint32_t>(colors_.size())};
    for (const Chosen& cell : chosen) {
        for (std::uint32_t i = cell.begin; i < cell.end; ++i)
            represented.of[order_[i]] = static_cast<std::uint32_t>(represented.positions.size());
        represented.positions.push_back(colors_.positions()[cell.color]);
    }
    return represented;
}

/// Each weighs as much as the colours that it is the mean of, whatever the weighting.
const ColorSet& Preview::means(Weighting weighting) {
    std::optional<ColorSet>& set = means_[weighting == Weighting::palette ? 0 : 1];
    if (set) return *set;
    std::vector<Position> means;
    std::vector<std::uint32_t> weights;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : small_cells_) {
        const PositionSum of_cell = sum(begin, end, weighting);
        means.push_back(of_cell.mean());
        weights.push_back(static_cast<std::uint32_t>(
            std::min<std::int64_t>(of_cell.weight, std::numeric_limits<std::int32_t>::max())));
        begin = end;
    }
    return set.emplace(ColorSet::from_points(std::move(means), std::move(weights), colors_.transfer()));
}

Follower::Modes Preview::follow(Follower& among_means, Follower& among_colors, const Options& options,
                                Progress& progress) {
    const std::span<const Position> starts = estimated_.positions;
    if (options.max_iterations) return among_colors.follow(colors_, starts, options, progress);
    if (small_cells_.empty()) return among_colors.estimate(colors_, starts, options, meeting_side, progress);
    Options weighted = options;
    weighted.weighting = Weighting::frequency;
    Follower::Modes modes =
        among_means.estimate(means(options.weighting), starts, weighted, meeting_side, progress);
    const Distinct ends(modes.states);
    const Follower::Modes rest =
        among_colors.estimate(colors_, ends.positions, options, meeting_side, progress);
    for (std::size_t i = 0; i < modes.states.size(); ++i) modes.states[i] = rest.states[ends.index_of[i]];
    return modes;
}

Preview::Estimate Preview::reduce(Follower& among_means, Follower& among_colors, const Options& options,
                                  Progress& progress) {
    squared_radius(options.radius);
    squared_merge_distance(options);
    if (colors_.empty()) return {};
    return merged(estimated_, follow(among_means, among_colors, options, progress), options, progress);
}

Preview::Estimate Preview::reduce_exactly(Follower& follower, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    squared_merge_distance(options);
    if (colors_.empty()) return {};
    const std::size_t level = options.radius <= small_radius ? 0 : 1;
    if (!followed_[level]) followed_[level] = represented(followed_cells_[level]);
    const Represented& starts = *followed_[level];
    return merged(starts, follower.follow(colors_, starts.positions, options, progress), options, progress);
}

Preview::Estimate Preview::merged(const Represented& represented, const Follower::Modes& modes,
                                  const Options& options, const Progress& progress) const {
    Distinct found(modes.states);
    if (const std::int64_t limit = squared_merge_distance(options); limit != 0) {
        const MergedModes merged = merge_modes(found.positions, found.index_of, modes.densities, limit);
        std::vector<Position> entries;
        for (const std::uint32_t mode : merged.entries) entries.push_back(found.positions[mode]);
        found.positions = std::move(entries);
        for (std::uint32_t& index : found.index_of) index = merged.entry_of[index];
    }
    return {assigned(represented, found.positions, found.index_of, options.assign, progress),
            unseen(represented, found.index_of)};
}

/// By how many entries were met once and twice: the lower bound for samples without replacement of Chao and
/// Lin 2012, "Nonparametric lower bounds for species richness and shared species richness", bias-corrected as
/// in Chao 2005. Entries met only by colours that represent themselves alone tell nothing: cells are divided
/// until none that is far from others is left out.
std::size_t Preview::unseen(const Represented& represented, std::span<const std::uint32_t> entry_of) {
    std::vector<std::uint32_t> stands_for(entry_of.size());
    for (const std::uint32_t representative : represented.of) ++stands_for[representative];
    std::vector<std::uint32_t> met(entry_of.size()); // by entry
    std::vector<bool> tells(entry_of.size());
    for (std::size_t i = 0; i < entry_of.size(); ++i) {
        ++met[entry_of[i]];
        if (stands_for[i] > 1) tells[entry_of[i]] = true;
    }
    const auto met_just = [&](std::uint32_t times) {
        double entries = 0;
        for (std::size_t i = 0; i < met.size(); ++i) entries += tells[i] && met[i] == times;
        return entries;
    };
    const double once = met_just(1), twice = met_just(2);
    if (once == 0) return 0;
    const double share = double(entry_of.size()) / double(represented.of.size());
    return static_cast<std::size_t>(once * (once - 1) / (2 * (twice + 1) + share / (1 - share) * once) + 0.5);
}

Reduction Preview::assigned(const Represented& represented, std::span<const Position> entries,
                            std::span<const std::uint32_t> entry_of, Assign assign,
                            const Progress& progress) const {
    const NearestEntry nearest(entries);
    std::vector<std::uint32_t> index_of(colors_.size());
    parallel_ranges(index_of.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        progress.throw_if_cancelled();
        for (std::size_t i = begin; i < end; ++i)
            index_of[i] =
                assign == Assign::nearest ? nearest(colors_.positions()[i]) : entry_of[represented.of[i]];
    });
    return gather_modes(colors_, entries, index_of);
}

}
