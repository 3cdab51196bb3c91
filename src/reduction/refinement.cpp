#include "reduction/refinement.h"

#include "base/parallel.h"
#include "base/sort_parts.h"
#include "color/position.h"
#include "palette/merge.h"
#include "reduction/reduction.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <functional>
#include <tuple>
#include <utility>

namespace huedrift {
namespace {

constexpr std::uint32_t none = SettledCells::none;

/// e, with 2^e units the largest power of two up to the radius and to the merge distance.
int level_of(const Options& options) {
    const std::int64_t r2 = squared_radius(options.radius), d2 = squared_merge_distance(options);
    const auto squared = static_cast<std::uint64_t>(d2 == 0 ? r2 : std::min(r2, d2));
    return squared == 0 ? 0 : (static_cast<int>(std::bit_width(squared)) - 1) / 2;
}

/// Cells of one size that hold open colours.
struct Cells {
    struct Range {
        std::uint32_t begin, end; ///< of the open colours
    };

    int bits = 0; ///< of their cubes
    std::vector<Range> ranges{};
};

/// The open colours are those that have no entry yet, by their places in Morton order, ascending.
class Refinement {
public:
    Refinement(const ColorSet& colors, const MortonOrder& order, Follower& follower, const Options& options,
               Progress& progress)
        : colors_(colors), order_(order), follower_(follower), options_(options), progress_(progress),
          entries_(squared_merge_distance(options)), open_(indices_below(colors.size())),
          entry_of_(colors.size()) {}

    Reduction run() {
        int bits = level_of(options_) - 1;
        for (int level = 1; level <= max_cell_levels && bits >= Cube::min_bits; ++level, --bits) {
            const Cells cells = cells_of(bits);
            if (level != 2 && 8 * cells.ranges.size() > open_.size()) break;
            settle(cells, find_entries(representatives(cells), true, share_ + 0.4 * (1 - share_)));
        }
        if (share_ == 0) return every_color();
        const std::vector<std::uint32_t> entries = find_entries(positions_of_open(), false, 1);
        for (std::size_t i = 0; i < open_.size(); ++i) entry_of_[open_[i]] = entries[i];
        return result();
    }

    Reduction preview() {
        Cells cells = cells_of(std::max(level_of(options_) - 1, Cube::min_bits));
        while (cells.ranges.size() > options_.coarse_cells && cells.bits < Cube::max_bits)
            cells = cells_of(cells.bits + 1);
        take(cells, find_entries(representatives(cells), !options_.max_iterations, 1));
        return result();
    }

    /// The reduction in which every colour is followed.
    Reduction every_color() {
        Reduction found = gathered(follow(order_.positions, false, 1));
        if (needs_heights(options_)) {
            found = statistics_.timed("merge", [&] {
                const std::vector<Height> heights =
                    follower_.heights(colors_, positions_of(found.entries), options_, progress_);
                return merge_and_assign(std::move(found), colors_, heights, options_, progress_);
            });
        }
        found.statistics = std::move(statistics_);
        return found;
    }

private:
    /// Takes the ends, whose memory the next steps need.
    Reduction gathered(Follower::Ends ends) {
        assert(ends.states.size() == colors_.size() && ends.roots.size() == colors_.size());
        return statistics_.timed("gather", [&] {
            std::vector<std::uint32_t> root_of(colors_.size());
            parallel_indices(root_of.size(), 1 << 14,
                             [&](std::size_t i) { root_of[order_.colors[i]] = ends.roots[i]; });
            return gather_modes(colors_, ends.states, root_of, progress_);
        });
    }

    const Position& position(std::uint32_t open) const {
        assert(open < open_.size());
        return order_.positions[open_[open]];
    }

    std::vector<Position> positions_of_open() const {
        std::vector<Position> positions(open_.size());
        parallel_indices(positions.size(), 1 << 14,
                         [&](std::size_t i) { positions[i] = order_.positions[open_[i]]; });
        return positions;
    }

    Cells cells_of(int bits) const {
        assert(bits >= Cube::min_bits && bits <= Cube::max_bits);
        const int shift = 3 * (bits - Cube::min_bits);
        const auto key = [&](std::uint32_t i) { return order_.keys[open_[i]] >> shift; };
        const auto count = static_cast<std::uint32_t>(open_.size());
        Cells cells{bits};
        for (std::uint32_t begin = 0, end = 0; begin < count; begin = end) {
            // Most cells are either small or few: doubling finds the end of both quickly.
            std::uint32_t inside = begin, reach = 1;
            while (count - inside > reach && key(inside + reach) == key(begin)) {
                inside += reach;
                reach *= 2;
            }
            const auto undecided = open_.begin() + inside,
                       last = open_.begin() + std::min(count, inside + reach);
            end = static_cast<std::uint32_t>(std::partition_point(undecided, last,
                                                                  [&](std::uint32_t place) {
                                                                      return order_.keys[place] >> shift ==
                                                                             key(begin);
                                                                  }) -
                                             open_.begin());
            assert(end > begin);
            cells.ranges.push_back({begin, end});
        }
        return cells;
    }

    Cube cube_of(const Cells& cells, std::size_t cell) const {
        return Cube::at(position(cells.ranges[cell].begin), cells.bits);
    }

    /// The open colour nearest to each cell's middle; among equally near ones, the one with the smallest
    /// code.
    std::vector<Position> representatives(const Cells& cells) const {
        std::vector<Position> representatives(cells.ranges.size());
        parallel_indices(representatives.size(), 16, [&](std::size_t cell) {
            const Position middle = cube_of(cells, cell).middle();
            const auto [begin, end] = cells.ranges[cell];
            const auto key = [&](std::uint32_t open) {
                return std::pair(squared_distance(position(open), middle), order_.colors[open_[open]]);
            };
            std::uint32_t nearest = begin;
            auto least = key(begin);
            for (std::uint32_t i = begin + 1; i < end; ++i) {
                if (const auto distance = key(i); distance < least) {
                    least = distance;
                    nearest = i;
                }
            }
            representatives[cell] = position(nearest);
        });
        return representatives;
    }

    /// Follows trajectories, makes entries of the new modes that they reach and returns the entry of each.
    /// `share` is that of the work that is done afterwards.
    std::vector<std::uint32_t> find_entries(const std::vector<Position>& starts, bool rounded, double share) {
        if (starts.empty()) return {};
        const Follower::Ends ends = follow(starts, rounded, share);
        return statistics_.timed("merge", [&] { return entries_at(ends); });
    }

    Follower::Ends follow(const std::vector<Position>& starts, bool rounded, double share) {
        Follower::Ends ends = statistics_.timed("follow", [&] {
            Progress part(progress_, share_, share);
            return follower_.follow(colors_, starts, options_, {&settled_, rounded}, part);
        });
        share_ = share;
        statistics_.evaluations += ends.evaluations;
        statistics_.rounds += ends.rounds;
        return ends;
    }

    std::vector<std::uint32_t> entries_at(const Follower::Ends& ends) {
        assert(ends.states.size() == ends.roots.size());
        const auto each_trajectory = [&](const auto& body) {
            parallel_indices(ends.roots.size(), 1 << 12, [&](std::size_t i) { body(i, ends.roots[i]); });
        };
        std::vector<std::uint32_t> entries(ends.roots.size());
        each_trajectory([&](std::size_t i, std::uint32_t root) {
            assert(root < entries.size() && ends.roots[root] == root);
            if (root == i) entries[i] = settled_.entry_at(ends.states[i]);
        });
        std::vector<std::pair<Position, std::uint32_t>> at_rest;
        for (std::uint32_t i = 0; i < entries.size(); ++i)
            if (ends.roots[i] == i && entries[i] == none) at_rest.emplace_back(ends.states[i], i);
        sort_parts(std::span(at_rest), std::less<>(), progress_);
        std::vector<Position> modes;
        std::vector<std::uint32_t> mode_of(at_rest.size());
        for (std::size_t i = 0; i < at_rest.size(); ++i) {
            if (modes.empty() || modes.back() != at_rest[i].first) modes.push_back(at_rest[i].first);
            mode_of[i] = static_cast<std::uint32_t>(modes.size() - 1);
        }
        const std::vector<std::uint32_t> entry_of_mode =
            entries_.merge(modes, follower_.heights(colors_, modes, options_, progress_), progress_);
        for (std::size_t i = 0; i < at_rest.size(); ++i)
            entries[at_rest[i].second] = entry_of_mode[mode_of[i]];
        each_trajectory([&](std::size_t i, std::uint32_t root) {
            if (root != i) entries[i] = entries[root];
        });
        return entries;
    }

    /// Gives the colours of each cell the cell's entry.
    void take(const Cells& cells, std::span<const std::uint32_t> entries) {
        assert(entries.size() == cells.ranges.size());
        parallel_indices(cells.ranges.size(), 16, [&](std::size_t cell) {
            for (std::uint32_t i = cells.ranges[cell].begin; i < cells.ranges[cell].end; ++i)
                entry_of_[open_[i]] = entries[cell];
        });
    }

    /// Closes the colours of the cells around which there is no other entry.
    void settle(const Cells& cells, std::span<const std::uint32_t> entries) {
        statistics_.timed("settle_cells", [&] {
            take(cells, entries);
            const std::vector<std::uint8_t> settles = settling(cells, entries);
            std::vector<std::uint32_t> left, settled_entries;
            std::vector<Cube> settled_cubes;
            for (std::size_t cell = 0; cell < settles.size(); ++cell) {
                if (settles[cell]) {
                    settled_cubes.push_back(cube_of(cells, cell));
                    settled_entries.push_back(entries[cell]);
                } else {
                    const auto [begin, end] = cells.ranges[cell];
                    left.insert(left.end(), open_.begin() + begin, open_.begin() + end);
                }
            }
            settled_.add(settled_cubes, settled_entries);
            open_ = std::move(left);
            return true;
        });
    }

    /// Whether each cell settles.
    std::vector<std::uint8_t> settling(const Cells& cells, std::span<const std::uint32_t> entries) const {
        std::vector<Cube> cubes(entries.size());
        parallel_indices(entries.size(), 1 << 12,
                         [&](std::size_t cell) { cubes[cell] = cube_of(cells, cell); });
        CubeTable level;
        level.add(cubes, entries);
        std::vector<std::uint8_t> settles(entries.size());
        parallel_indices(entries.size(), 64, [&](std::size_t cell) {
            settles[cell] = agrees(cubes[cell], entries[cell], level);
        });
        return settles;
    }

    /// Whether none of the cubes that share a face or an edge with a cube has another entry.
    bool agrees(const Cube& cube, std::uint32_t entry, const CubeTable& level) const {
        for (std::int32_t l = -1; l <= 1; ++l)
            for (std::int32_t a = -1; a <= 1; ++a)
                for (std::int32_t b = -1; b <= 1; ++b) {
                    const Cube neighbour{cube.l + l, cube.a + a, cube.b + b, cube.bits};
                    if (l * a * b != 0 || !neighbour.is_in_space()) continue;
                    std::uint32_t there = level.find(neighbour);
                    if (there == none) there = settled_.entry_around(neighbour);
                    if (there != none && there != entry) return false;
                }
        return true;
    }

    Reduction result() {
        Reduction result = statistics_.timed("assign", [&] {
            std::vector<std::uint32_t> entry_of(entry_of_.size());
            parallel_indices(entry_of.size(), 1 << 14,
                             [&](std::size_t i) { entry_of[order_.colors[i]] = entry_of_[i]; });
            return assign(colors_, entries_.positions(), std::move(entry_of), options_.assign, progress_);
        });
        result.statistics = std::move(statistics_);
        return result;
    }

    const ColorSet& colors_;
    const MortonOrder& order_;
    Follower& follower_;
    const Options& options_;
    Progress& progress_;
    PaletteEntries entries_;
    SettledCells settled_;
    std::vector<std::uint32_t> open_;
    std::vector<std::uint32_t> entry_of_; ///< by place in Morton order
    double share_ = 0;                    ///< share of the work
    Statistics statistics_;
};

}

std::uint64_t MortonOrder::key_of(const Position& p) {
    const Cube cube = Cube::at(p, Cube::min_bits);
    return morton_code(static_cast<std::uint32_t>(cube.l), static_cast<std::uint32_t>(cube.a),
                       static_cast<std::uint32_t>(cube.b));
}

MortonOrder::MortonOrder(const ColorSet& set, const Progress& progress)
    : keys(set.size()), colors(set.size()), positions(set.size()) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed(set.size());
    parallel_indices(keyed.size(), 1 << 14, progress, [&](std::size_t i) {
        keyed[i] = {key_of(set.positions()[i]), static_cast<std::uint32_t>(i)};
    });
    sort_parts(std::span(keyed), std::less<>(), progress);
    parallel_indices(keyed.size(), 1 << 14, progress, [&](std::size_t i) {
        std::tie(keys[i], colors[i]) = keyed[i];
        positions[i] = set.positions()[colors[i]];
    });
}

Reduction reduction_by(Follower& follower, const ColorSet& colors, const MortonOrder& order,
                       const Options& options, Progress& progress) {
    assert(!colors.empty() && order.keys.size() == colors.size() && options.coarse_cells > 0);
    assert(std::ranges::is_sorted(order.keys));
    Refinement refinement(colors, order, follower, options, progress);
    if (options.refine == Refine::coarse) return refinement.preview();
    return is_refined(options) ? refinement.run() : refinement.every_color();
}

}
