#include "reference/reference_engine.h"

#include "reduction/refinement.h"
#include "reduction/trajectory.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

namespace huedrift {
namespace {

std::int64_t weight_of(const ColorSet& colors, Weighting weighting, std::size_t i) {
    return weighting == Weighting::palette ? 1 : std::int64_t{colors.counts()[i]};
}

/// h(q): the sum of w (R2 - |q - x|^2) over the points within the radius.
Height height(const ColorSet& colors, Weighting weighting, std::int64_t squared_radius, const Position& q) {
    Height height = 0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const std::int64_t squared = squared_distance(colors.positions()[i], q);
        if (squared <= squared_radius)
            height += Height(weight_of(colors, weighting, i)) * Height(squared_radius - squared);
    }
    return height;
}

/// The palette entries found so far, and the colour's way to one of them.
struct Palette {
    const ColorSet& colors;
    const Options& options;
    std::vector<Position> entries{};

    /// The distinct modes, highest first: each takes the earliest entry within the distance or becomes the
    /// next.
    std::map<Position, std::size_t> merge(std::vector<Position> modes) {
        const std::int64_t r2 = squared_radius(options.radius), d2 = squared_merge_distance(options);
        std::ranges::sort(modes);
        modes.erase(std::unique(modes.begin(), modes.end()), modes.end());
        // Each takes a pass over the colours, and sorting asks for it often.
        std::map<Position, Height> heights;
        for (const Position& mode : modes) heights[mode] = height(colors, options.weighting, r2, mode);
        std::ranges::stable_sort(modes, std::greater(),
                                 [&](const Position& mode) { return heights.at(mode); });
        std::map<Position, std::size_t> entry_of;
        for (const Position& mode : modes) {
            const auto taker = std::ranges::find_if(
                entries, [&](const Position& entry) { return squared_distance(entry, mode) <= d2; });
            entry_of[mode] = std::size_t(taker - entries.begin());
            if (taker == entries.end()) entries.push_back(mode);
        }
        return entry_of;
    }

    /// With Assign::nearest, replaces the index of each colour's entry by that of the nearest one.
    void assign(std::vector<std::uint32_t>& entry_of) const {
        if (options.assign == Assign::basin) return;
        for (std::size_t i = 0; i < colors.size(); ++i) {
            const auto nearest = std::ranges::min_element(entries, {}, [&](const Position& entry) {
                return squared_distance(entry, colors.positions()[i]);
            });
            entry_of[i] = static_cast<std::uint32_t>(nearest - entries.begin());
        }
    }
};

/// Follows a state to its end, see Follower::follow(); returns the number of steps.
std::uint32_t follow_to_end(const ColorSet& colors, const Options& options, const Follower::Route& route,
                            Position& state, const Progress& progress) {
    const std::int64_t r2 = squared_radius(options.radius);
    std::uint32_t steps = 0;
    for (bool ends = false; !ends && steps != options.max_iterations; ++steps) {
        progress.throw_if_cancelled();
        Position next = step(colors, options.weighting, r2, state);
        if (route.rounded) next = rounded_step(state, next);
        ends = next == state || (route.settled && route.settled->entry_at(next) != SettledCells::none);
        state = next;
    }
    return steps;
}

/// "Refinement" of docs/definition.md.
class Refinement {
public:
    Refinement(const ColorSet& colors, const Options& options, Progress& progress)
        : options_(options), colors_(colors), progress_(progress), palette_{colors, options} {}

    /// Returns false if every colour must be followed.
    bool run() {
        const int first = level() - 1;
        if (first < Cube::min_bits || 8 * cells_of(first).size() > colors_.size()) return false;
        settle(first, find_entries(first));
        if (first - 1 >= Cube::min_bits) settle(first - 1, find_entries(first - 1));
        for (int bits = first - 2; bits >= Cube::min_bits && bits > first - max_cell_levels; --bits) {
            if (8 * cells_of(bits).size() > colors_.size() - entries_.size()) break;
            settle(bits, find_entries(bits));
        }
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < colors_.size(); ++i)
            if (!entries_.contains(i)) open.push_back(i);
        entries_.merge(find_entries(open, false));
        return true;
    }

    void preview() {
        int bits = std::max(level() - 1, Cube::min_bits);
        while (bits < Cube::max_bits && cells_of(bits).size() > options_.coarse_cells) ++bits;
        const std::map<Cell, std::size_t> entries = find_entries(bits);
        for (std::size_t i = 0; i < colors_.size(); ++i) entries_[i] = entries.at(cell_of(i, bits));
    }

    Reduction result() {
        std::vector<std::uint32_t> entry_of;
        for (std::size_t i = 0; i < colors_.size(); ++i)
            entry_of.push_back(static_cast<std::uint32_t>(entries_.at(i)));
        palette_.assign(entry_of);
        Reduction reduction = gather_modes(colors_, palette_.entries, entry_of);
        reduction.statistics = std::move(statistics_);
        return reduction;
    }

private:
    using Cell = std::array<std::int32_t, 3>;

    Cell cell_of(std::size_t color, int bits) const { return cell_at(colors_.positions()[color], bits); }
    static Cell cell_at(const Position& p, int bits) { return {p.l >> bits, p.a >> bits, p.b >> bits}; }

    /// e, with 2^e the largest power of two up to the radius and the merge distance.
    int level() const {
        const std::int64_t r2 = squared_radius(options_.radius), d2 = squared_merge_distance(options_);
        int e = 0;
        while (std::int64_t{1} << 2 * (e + 1) <= (d2 == 0 ? r2 : std::min(r2, d2))) ++e;
        return e;
    }

    /// The cells that hold open colours, with their representatives.
    std::map<Cell, std::size_t> cells_of(int bits) const {
        std::map<Cell, std::size_t> cells;
        for (std::size_t i = 0; i < colors_.size(); ++i) {
            if (entries_.contains(i)) continue;
            const Cell cell = cell_of(i, bits);
            const auto middle = [&](std::size_t axis) { return (cell[axis] << bits) + (1 << (bits - 1)); };
            const auto distance = [&](std::size_t color) {
                return squared_distance(colors_.positions()[color], {middle(0), middle(1), middle(2)});
            };
            const auto [there, is_new] = cells.try_emplace(cell, i);
            if (!is_new && distance(i) < distance(there->second)) there->second = i;
        }
        return cells;
    }

    /// The entries of the cells, by their representatives.
    std::map<Cell, std::size_t> find_entries(int bits) {
        std::map<Cell, std::size_t> cells = cells_of(bits);
        std::vector<std::size_t> starts;
        starts.reserve(cells.size());
        for (const auto& [cell, representative] : cells) starts.push_back(representative);
        const std::map<std::size_t, std::size_t> found = find_entries(starts, !options_.max_iterations);
        for (auto& [cell, entry] : cells) entry = found.at(entry);
        return cells;
    }

    /// Follows colours and turns the fixed points that they reach into entries.
    std::map<std::size_t, std::size_t> find_entries(const std::vector<std::size_t>& starts, bool rounded) {
        std::vector<Position> ends, modes;
        for (const std::size_t start : starts) {
            Position& end = ends.emplace_back(colors_.positions()[start]);
            const std::uint32_t steps = follow_to_end(colors_, options_, {&cells_, rounded}, end, progress_);
            statistics_.evaluations += steps;
            if (cells_.entry_at(end) == SettledCells::none) modes.push_back(end);
            progress_.report(double(entries_.size()) / double(colors_.size()));
        }
        const std::map<Position, std::size_t> entry_of = palette_.merge(modes);
        std::map<std::size_t, std::size_t> entries;
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const std::uint32_t settled = cells_.entry_at(ends[i]);
            entries[starts[i]] = settled == SettledCells::none ? entry_of.at(ends[i]) : settled;
        }
        return entries;
    }

    void settle(int bits, const std::map<Cell, std::size_t>& entries) {
        std::vector<Cube> cubes;
        std::vector<std::uint32_t> settled;
        std::vector<Cell> cells;
        for (const auto& [cell, entry] : entries) {
            if (!agrees(cell, bits, entries)) continue;
            cells.push_back(cell);
            settled.push_back(static_cast<std::uint32_t>(entry));
            cubes.push_back(Cube::at({cell[0] << bits, cell[1] << bits, cell[2] << bits}, bits));
        }
        for (std::size_t i = 0; i < colors_.size(); ++i) {
            const auto found = std::ranges::find(cells, cell_of(i, bits));
            if (!entries_.contains(i) && found != cells.end())
                entries_[i] = settled[std::size_t(found - cells.begin())];
        }
        cells_.add(cubes, settled);
    }

    /// Whether no cube that shares a face or an edge with a cell has another entry.
    bool agrees(const Cell& cell, int bits, const std::map<Cell, std::size_t>& entries) const {
        for (int l = -1; l <= 1; ++l)
            for (int a = -1; a <= 1; ++a)
                for (int b = -1; b <= 1; ++b) {
                    if (l != 0 && a != 0 && b != 0) continue;
                    const Cell there{cell[0] + l, cell[1] + a, cell[2] + b};
                    const auto found = entries.find(there);
                    std::size_t entry = entries.at(cell);
                    if (found != entries.end()) {
                        entry = found->second;
                    } else if (const std::uint32_t settled =
                                   cells_.entry_at({there[0] << bits, there[1] << bits, there[2] << bits});
                               settled != SettledCells::none) {
                        entry = settled;
                    }
                    if (entry != entries.at(cell)) return false;
                }
        return true;
    }

    const Options& options_;
    const ColorSet& colors_;
    Progress& progress_;
    Palette palette_;
    SettledCells cells_;
    std::map<std::size_t, std::size_t> entries_; ///< of the settled colours
    Statistics statistics_;
};

Reduction reduce_every_color(const ColorSet& colors, const Options& options, Progress& progress) {
    std::vector<Position> modes(colors.positions().begin(), colors.positions().end());
    Statistics statistics;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const std::uint32_t steps = follow_to_end(colors, options, {}, modes[i], progress);
        statistics.evaluations += steps;
        statistics.rounds = std::max(statistics.rounds, steps);
        progress.report(double(i + 1) / double(colors.size()));
    }
    Reduction reduction = gather_modes(colors, modes);
    if (needs_heights(options)) {
        Palette palette{colors, options};
        const std::map<Position, std::size_t> entries = palette.merge(modes);
        std::vector<std::uint32_t> entry_of;
        entry_of.reserve(modes.size());
        for (const Position& mode : modes) entry_of.push_back(static_cast<std::uint32_t>(entries.at(mode)));
        palette.assign(entry_of);
        reduction = gather_modes(colors, palette.entries, entry_of);
    }
    reduction.statistics = std::move(statistics);
    return reduction;
}

}

Reduction ReferenceEngine::reduce(const ColorSet& colors, const Options& options, Progress& progress) {
    squared_radius(options.radius);
    squared_merge_distance(options);
    if (colors.empty()) return {};
    if (is_refined(options)) {
        Refinement refinement(colors, options, progress);
        if (options.refine == Refine::coarse) refinement.preview();
        if (options.refine == Refine::coarse || refinement.run()) return refinement.result();
    }
    return reduce_every_color(colors, options, progress);
}

Follower::Ends ReferenceEngine::follow(const ColorSet& colors, std::span<const Position> starts,
                                       const Options& options, const Route& route, Progress& progress) {
    Ends ends = ends_at(starts);
    for (Position& state : ends.states)
        ends.evaluations += follow_to_end(colors, options, route, state, progress);
    return ends;
}

std::vector<Height> ReferenceEngine::heights(const ColorSet& colors, std::span<const Position> positions,
                                             const Options& options, Progress&) {
    std::vector<Height> heights;
    for (const Position& position : positions)
        heights.push_back(height(colors, options.weighting, squared_radius(options.radius), position));
    return heights;
}

}
