#include "reduction/settle.h"

#include "base/parallel.h"
#include "base/threads.h"
#include "palette/nearest_entry.h"
#include "palette/palette.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>

namespace huedrift {
namespace {

/// The squared length of a code's step.
constexpr std::int64_t squared_step = std::int64_t{ColorPoint::code_step} * ColorPoint::code_step;

constexpr std::array<std::int32_t, 3> codes_of(Rgb color) { return {color.r, color.g, color.b}; }

constexpr std::int32_t squared_code_distance(Rgb one, Rgb other) {
    const std::int32_t r = one.r - other.r, g = one.g - other.g, b = one.b - other.b;
    return r * r + g * g + b * b;
}

/// An entry that may be the nearest of some colour.
struct NearEntry {
    Position position;
    Rgb color;
    std::uint32_t index;
    std::int64_t squared_length;      ///< |position|^2
    std::int32_t squared_code_length; ///< |(R, G, B)|^2
};

/// The greatest of |x - p|^2 - |x - q|^2 over the points x of a box, without the lengths of p and q: it is
/// linear in x.
template <class Sum, class Coordinates>
constexpr Sum greatest_difference(const Coordinates& low, const Coordinates& high, const Coordinates& p,
                                  const Coordinates& q) {
    Sum difference = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Sum apart = 2 * (Sum{q[axis]} - p[axis]);
        difference += std::max(apart * low[axis], apart * high[axis]);
    }
    return difference;
}

/// Whether of all points in the box none is nearer to `other` than to `one`; where a point is equally near to
/// both, the first of them must be `one`.
bool is_nearer_throughout(const ColorBox& box, const NearEntry& one, const NearEntry& other) {
    const std::int64_t positions =
        one.squared_length - other.squared_length +
        greatest_difference<std::int64_t>(coordinates(box.positions.low), coordinates(box.positions.high),
                                          coordinates(one.position), coordinates(other.position));
    const std::int32_t codes = one.squared_code_length - other.squared_code_length +
                               greatest_difference<std::int32_t>(codes_of(box.low), codes_of(box.high),
                                                                 codes_of(one.color), codes_of(other.color));
    const std::int64_t difference = positions + codes * squared_step;
    return difference < 0 || (difference == 0 && one.index < other.index);
}

/// The first among the nearest entries to a colour at a position; `entries` ascend by index.
const NearEntry& nearest_of(std::span<const NearEntry> entries, Rgb color, const Position& position) {
    assert(!entries.empty());
    const NearEntry* nearest = nullptr;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const NearEntry& entry : entries) {
        std::int64_t squared = squared_distance(entry.position, position);
        if (squared >= least) continue;
        squared += squared_code_distance(entry.color, color) * squared_step;
        if (squared >= least) continue;
        least = squared;
        nearest = &entry;
    }
    return *nearest;
}

/// The middle of each channel, rounded down.
Rgb middle_code(const ColorBox& box) {
    return {std::uint8_t((box.low.r + box.high.r) / 2), std::uint8_t((box.low.g + box.high.g) / 2),
            std::uint8_t((box.low.b + box.high.b) / 2)};
}

/// The squared distance from a colour at a position to the farthest point of the box.
std::int64_t squared_reach(const ColorBox& box, Rgb color, const Position& position) {
    std::int32_t codes = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::int32_t at = codes_of(color)[channel], apart = std::max(at - codes_of(box.low)[channel],
                                                                           codes_of(box.high)[channel] - at);
        codes += apart * apart;
    }
    return box.positions.squared_reach_from(position) + codes * squared_step;
}

/// Appends the entries that may be nearest to a point of the box.
void add_near(std::vector<NearEntry>& near, std::span<const NearEntry> entries, const ColorBox& box) {
    assert(near.capacity() >= near.size() + entries.size() && "growing would move the entries");
    const NearEntry nearest = nearest_of(entries, middle_code(box), box.positions.middle());
    for (const NearEntry& entry : entries)
        if (entry.index == nearest.index || !is_nearer_throughout(box, nearest, entry)) near.push_back(entry);
}

/// Finds the entry that each colour takes, by the filtering algorithm of Kanungo et al. ("An efficient
/// k-means clustering algorithm", 2002): down the tree, fewer and fewer entries can be the nearest; once only
/// one can, all colours of a node take it together. Starts at about as many nodes as there are entries.
class NearestOfTree {
public:
    NearestOfTree(const ColorTree& tree, std::span<const Rgb> entries, const Progress& progress)
        : tree_(tree), entries_(entries), positions_(positions_of(entries, tree.transfer(), progress)),
          nearest_(positions_, progress) {
        if (!tree.order().empty()) add_parts(0, tree.order().size() / std::max(min_parts, entries.size()));
    }

    /// The weighted sum of the colours that take each entry.
    std::vector<ColorPointSum> sums(const Progress& progress) const {
        std::vector<ColorPointSum> sums(entries_.size());
        Mutex adding;
        for_each_part(progress, [&](std::size_t part, std::vector<NearEntry>& near) {
            const std::vector<std::uint32_t> indices = numbered(near);
            std::vector<ColorPointSum> part_sums(near.size());
            visit(
                part, near, 0,
                [&](std::size_t node, std::uint32_t entry) { part_sums[entry] += tree_.nodes()[node].sum; },
                [&](std::size_t i, std::uint32_t entry) {
                    part_sums[entry].add(color_point(tree_.colors()[i], tree_.positions()[i]),
                                         tree_.counts()[i]);
                });
            const Lock lock(adding);
            for (std::size_t i = 0; i < part_sums.size(); ++i) sums[indices[i]] += part_sums[i];
        });
        return sums;
    }

    /// The entry that each colour takes.
    std::vector<std::uint32_t> takers(const Progress& progress) const {
        std::vector<std::uint32_t> entry_of(tree_.order().size());
        for_each_part(progress, [&](std::size_t part, std::vector<NearEntry>& near) {
            visit(
                part, near, 0,
                [&](std::size_t node, std::uint32_t entry) {
                    const ColorTree::Node& all = tree_.nodes()[node];
                    for (std::size_t i = all.begin; i < all.end; ++i) entry_of[tree_.order()[i]] = entry;
                },
                [&](std::size_t i, std::uint32_t entry) { entry_of[tree_.order()[i]] = entry; });
        });
        return entry_of;
    }

private:
    /// Enough parts to keep the threads busy.
    static constexpr std::size_t min_parts = 64;

    /// Adds the nodes below `node` that have at most `size` colours or are leaves.
    void add_parts(std::size_t node, std::size_t size) {
        if (tree_.nodes()[node].is_leaf() || tree_.nodes()[node].size() <= size)
            return parts_.push_back(node);
        add_parts(node + 1, size);
        add_parts(tree_.nodes()[node].second, size);
    }

    /// The entries that may be nearest to a point of the box, ascending by index. No entry is farther by its
    /// position than by all coordinates.
    std::vector<NearEntry> near(const ColorBox& box) const {
        const NearEntry nearest = entry(nearest_(box.positions.middle()));
        const std::int64_t reach = squared_reach(box, nearest.color, nearest.position);
        std::vector<NearEntry> near;
        for (const std::uint32_t i : nearest_.within(box.positions, reach))
            if (i == nearest.index || !is_nearer_throughout(box, nearest, entry(i))) near.push_back(entry(i));
        std::ranges::sort(near, {}, &NearEntry::index);
        return near;
    }
    NearEntry entry(std::uint32_t index) const {
        return {.position = positions_[index],
                .color = entries_[index],
                .index = index,
                .squared_length = squared_distance(positions_[index], {}),
                .squared_code_length = squared_code_distance(entries_[index], {})};
    }

    /// Numbers the entries from 0 on; returns their indices.
    static std::vector<std::uint32_t> numbered(std::vector<NearEntry>& near) {
        std::vector<std::uint32_t> indices;
        indices.reserve(near.size());
        for (NearEntry& entry : near) {
            indices.push_back(entry.index);
            entry.index = static_cast<std::uint32_t>(indices.size() - 1);
        }
        return indices;
    }

    /// Calls `body(node, near)` for each part.
    template <class Body>
    void for_each_part(const Progress& progress, const Body& body) const {
        parallel_indices(parts_.size(), 1, [&](std::size_t i) {
            progress.throw_if_cancelled();
            std::vector<NearEntry> near = this->near(tree_.nodes()[parts_[i]].box);
            body(parts_[i], near);
        });
    }

    /// Calls `all(node, entry)` where every colour of a node takes one entry, else `one(i, entry)` for each
    /// colour. The entries from `first` on may be nearest.
    template <class All, class One>
    void visit(std::size_t node, std::vector<NearEntry>& near, std::size_t first, const All& all,
               const One& one) const {
        const auto entries = [&] { return std::span(near).subspan(first); };
        assert(first < near.size());
        if (entries().size() == 1) return all(node, near[first].index);
        const ColorTree::Node& here = tree_.nodes()[node];
        if (here.is_leaf()) {
            for (std::size_t i = here.begin; i < here.end; ++i)
                one(i, nearest_of(entries(), tree_.colors()[i], tree_.positions()[i]).index);
            return;
        }
        for (const std::size_t child : {node + 1, std::size_t{here.second}}) {
            const std::size_t size = near.size();
            near.reserve(2 * size);
            add_near(near, std::span(near).subspan(first, size - first), tree_.nodes()[child].box);
            visit(child, near, size, all, one);
            near.resize(size);
        }
    }

    const ColorTree& tree_;
    std::span<const Rgb> entries_;
    std::vector<Position> positions_; ///< of the entries
    NearestEntry nearest_;
    std::vector<std::size_t> parts_; ///< nodes that hold all colours together
};

/// Gives entries the colours at their means; false: none has changed.
bool move_to_means(std::vector<Rgb>& entries, const std::vector<bool>& pinned,
                   std::span<const ColorPointSum> sums, Transfer transfer, const Progress& progress) {
    assert(pinned.size() == entries.size() && sums.size() == entries.size());
    const PositionTable position(transfer);
    std::atomic<bool> has_moved = false;
    parallel_indices(entries.size(), 16, progress, [&](std::size_t i) {
        if (pinned[i] || sums[i].weight() == 0) return;
        const Rgb color = nearest_color(sums[i].mean(), position);
        if (color == entries[i]) return;
        entries[i] = color;
        has_moved = true;
    });
    return has_moved;
}

SettledPalette without_unused(std::span<const Rgb> entries, std::vector<std::uint32_t> entry_of,
                              const Progress& progress) {
    std::vector<std::uint32_t> number(entries.size());
    each_index(entry_of.size(), progress, [&](std::size_t i) {
        assert(entry_of[i] < number.size());
        number[entry_of[i]] = 1;
    });
    SettledPalette palette{{}, std::move(entry_of)};
    palette.entries.reserve(entries.size());
    each_index(entries.size(), progress, [&](std::size_t i) {
        if (number[i] == 0) return;
        number[i] = static_cast<std::uint32_t>(palette.entries.size());
        palette.entries.push_back(entries[i]);
    });
    each_index(palette.entry_of.size(), progress,
               [&](std::size_t i) { palette.entry_of[i] = number[palette.entry_of[i]]; });
    return palette;
}

}

SettledPalette settle_nearest(const ColorTree& colors, std::vector<Rgb> entries,
                              const std::vector<bool>& pinned, std::uint32_t steps,
                              const Progress& progress) {
    if (colors.order().empty()) return {};
    assert(!entries.empty() && pinned.size() == entries.size() && steps <= max_settle_steps);
    for (std::uint32_t step = 0; step < steps; ++step) {
        const auto sums = NearestOfTree(colors, entries, progress).sums(progress);
        if (!move_to_means(entries, pinned, sums, colors.transfer(), progress)) break;
        progress.report((step + 1.0) / (steps + 1.0));
    }
    return without_unused(entries, NearestOfTree(colors, entries, progress).takers(progress), progress);
}

SettledPalette settle_basin(const ColorSet& colors, std::span<const std::uint32_t> counts,
                            std::vector<Rgb> entries, const std::vector<bool>& pinned,
                            std::vector<std::uint32_t> entry_of, std::uint32_t steps,
                            const Progress& progress) {
    assert(counts.size() == colors.size() && entry_of.size() == colors.size());
    assert(pinned.size() == entries.size() && steps <= max_settle_steps);
    auto sums = zeros<ColorPointSum>(entries.size(), progress);
    each_index(entry_of.size(), progress, [&](std::size_t i) {
        sums[entry_of[i]].add(color_point(colors.colors()[i], colors.positions()[i]), counts[i]);
    });
    if (steps > 0) move_to_means(entries, pinned, sums, colors.transfer(), progress);
    return without_unused(entries, std::move(entry_of), progress);
}

}
