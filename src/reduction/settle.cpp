#include "reduction/settle.h"

#include "base/parallel.h"

#include <algorithm>
#include <limits>
#include <mutex>

namespace huedrift {
namespace {

/// An entry that may be the nearest of some colour.
struct NearEntry {
    Position position;
    std::uint32_t index;
    std::int64_t squared_length; ///< |position|^2
};

/// Whether of all points in the box none is nearer to `other` than to `one`; where a point is equally near to
/// both, the first of them must be `one`. |x - p|^2 - |x - q|^2 is linear in x, so largest at a corner.
bool is_nearer_throughout(const BoundingBox& box, const NearEntry& one, const NearEntry& other) {
    const auto low = coordinates(box.low), high = coordinates(box.high), p = coordinates(one.position),
               q = coordinates(other.position);
    std::int64_t difference = one.squared_length - other.squared_length;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t apart = 2 * (std::int64_t{q[axis]} - p[axis]);
        difference += std::max(apart * low[axis], apart * high[axis]);
    }
    return difference < 0 || (difference == 0 && one.index < other.index);
}

/// The first of those nearest to a position; `entries` ascend by index.
const NearEntry& nearest_of(std::span<const NearEntry> entries, const Position& position) {
    const NearEntry* nearest = nullptr;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const NearEntry& entry : entries) {
        const std::int64_t squared = squared_distance(entry.position, position);
        if (squared >= least) continue;
        least = squared;
        nearest = &entry;
    }
    return *nearest;
}

/// Appends those that may be nearest to a point of the box.
void add_near(std::vector<NearEntry>& near, std::span<const NearEntry> entries, const BoundingBox& box) {
    const NearEntry nearest = nearest_of(entries, box.middle());
    for (const NearEntry& entry : entries)
        if (entry.index == nearest.index || !is_nearer_throughout(box, nearest, entry)) near.push_back(entry);
}

/// Which colours take which entry, by the filtering algorithm of Kanungo et al. ("An efficient k-means clustering
/// algorithm", 2002): down the tree fewer and fewer entries may be the nearest, and where it is only one, all
/// colours of a node take it at once.
class NearestOfTree {
public:
    NearestOfTree(const ColorTree& tree, std::span<const Position> entries) : tree_(tree) {
        std::vector<NearEntry> all;
        all.reserve(entries.size());
        for (std::uint32_t i = 0; i < entries.size(); ++i)
            all.push_back({entries[i], i, squared_distance(entries[i], {})});
        if (!tree.order().empty()) divide(ColorTree::root, all);
    }

    /// The weighted sum of the colours that take each entry.
    std::vector<PositionSum> sums(std::size_t entries, const Progress& progress) const {
        std::vector<PositionSum> sums(entries);
        std::mutex adding;
        for_each_part(progress, [&](const Part& part) {
            std::vector<PositionSum> own(part.entries.size());
            visit(
                part, [&](std::size_t node, std::uint32_t near) { own[near] += tree_[node].sum; },
                [&](std::size_t i, std::uint32_t near) {
                    own[near].add(tree_.positions()[i], tree_.counts()[i]);
                });
            const std::lock_guard lock(adding);
            for (std::size_t near = 0; near < own.size(); ++near) sums[part.entries[near]] += own[near];
        });
        return sums;
    }

    /// The entry that each colour takes.
    std::vector<std::uint32_t> takers(const Progress& progress) const {
        std::vector<std::uint32_t> entry_of(tree_.order().size());
        for_each_part(progress, [&](const Part& part) {
            visit(
                part,
                [&](std::size_t node, std::uint32_t near) {
                    const auto [begin, end] = tree_.range(node);
                    for (std::size_t i = begin; i < end; ++i) entry_of[tree_.order()[i]] = part.entries[near];
                },
                [&](std::size_t i, std::uint32_t near) { entry_of[tree_.order()[i]] = part.entries[near]; });
        });
        return entry_of;
    }

private:
    /// A node and what may be nearest to its colours: numbered from 0 on, `entries` are their indices.
    struct Part {
        std::size_t node;
        std::vector<NearEntry> near;
        std::vector<std::uint32_t> entries;
    };
    /// So many are enough for the threads.
    static constexpr std::size_t max_parts = 64;

    void divide(std::size_t node, std::span<const NearEntry> entries) {
        std::vector<NearEntry> near;
        add_near(near, entries, tree_[node].box);
        if (near.size() > 1 && node < max_parts && !tree_.is_leaf(node)) {
            divide(2 * node, near);
            divide(2 * node + 1, near);
            return;
        }
        Part part{node, std::move(near), {}};
        for (std::uint32_t i = 0; i < part.near.size(); ++i) {
            part.entries.push_back(part.near[i].index);
            part.near[i].index = i;
        }
        parts_.push_back(std::move(part));
    }

    template <class Body> void for_each_part(const Progress& progress, const Body& body) const {
        parallel_ranges(parts_.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                progress.throw_if_cancelled();
                body(parts_[i]);
            }
        });
    }

    /// Calls `all(node, near)` where every colour of a node takes one entry, else `one(i, near)` for each colour.
    template <class All, class One> void visit(const Part& part, const All& all, const One& one) const {
        std::vector<NearEntry> near = part.near;
        visit(part.node, near, 0, all, one);
    }
    /// Those from `first` on may be nearest.
    template <class All, class One>
    void visit(std::size_t node, std::vector<NearEntry>& near, std::size_t first, const All& all,
               const One& one) const {
        const auto entries = [&] { return std::span(near).subspan(first); };
        if (entries().size() == 1) return all(node, near[first].index);
        if (tree_.is_leaf(node)) {
            const auto [begin, end] = tree_.range(node);
            for (std::size_t i = begin; i < end; ++i)
                one(i, nearest_of(entries(), tree_.positions()[i]).index);
            return;
        }
        for (const std::size_t child : {2 * node, 2 * node + 1}) {
            const std::size_t size = near.size();
            near.reserve(2 * size);
            add_near(near, std::span(near).subspan(first, size - first), tree_[child].box);
            visit(child, near, size, all, one);
            near.resize(size);
        }
    }

    const ColorTree& tree_;
    std::vector<Part> parts_;
};

/// Moves entries to their means; false: none moved.
bool move_to_means(std::vector<Position>& entries, const std::vector<bool>& pinned,
                   std::span<const PositionSum> sums) {
    bool moved = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Position mean = pinned[i] ? entries[i] : sums[i].mean_or(entries[i]);
        moved |= mean != entries[i];
        entries[i] = mean;
    }
    return moved;
}

SettledPalette without_unused(std::span<const Position> entries, std::vector<std::uint32_t> entry_of) {
    std::vector<std::uint32_t> number(entries.size());
    for (const std::uint32_t entry : entry_of) number[entry] = 1;
    SettledPalette palette{{}, std::move(entry_of)};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (number[i] == 0) continue;
        number[i] = static_cast<std::uint32_t>(palette.entries.size());
        palette.entries.push_back(entries[i]);
    }
    for (std::uint32_t& entry : palette.entry_of) entry = number[entry];
    return palette;
}

}

SettledPalette settle_nearest(const ColorTree& colors, std::vector<Position> entries,
                              const std::vector<bool>& pinned, std::uint32_t steps,
                              const Progress& progress) {
    for (std::uint32_t step = 0; step < steps; ++step)
        if (!move_to_means(entries, pinned, NearestOfTree(colors, entries).sums(entries.size(), progress)))
            break;
    return without_unused(entries, NearestOfTree(colors, entries).takers(progress));
}

SettledPalette settle_basin(const ColorSet& colors, std::vector<Position> entries,
                            const std::vector<bool>& pinned, std::vector<std::uint32_t> entry_of,
                            std::uint32_t steps) {
    std::vector<PositionSum> sums(entries.size());
    for (std::size_t i = 0; i < entry_of.size(); ++i)
        sums[entry_of[i]].add(colors.positions()[i], colors.counts()[i]);
    if (steps > 0) move_to_means(entries, pinned, sums);
    return without_unused(entries, std::move(entry_of));
}

}
