#include "reduction/color_tree.h"

#include "base/parallel.h"
#include "color/position.h"
#include "palette/sort_keys.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace huedrift {
namespace {

/// A node of at most this many colours is a leaf.
constexpr std::uint32_t leaf_colors = 24;

/// Between two looks at the progress.
constexpr std::uint32_t colors_at_once = 1 << 16;

/// A key has the place on the curve, 12 bits for each coordinate, then the index: there are 2^24 colours.
constexpr int index_bits = 24, cell_bits = 13;

/// Sorted by places on the curve, then by index.
std::vector<std::uint64_t> sorted_keys(std::span<const Position> positions, const Progress& progress) {
    constexpr std::int32_t beyond = 1 << 23; // below every coordinate of a colour
    std::vector<std::uint64_t> keys(positions.size());
    parallel_indices(keys.size(), 1 << 14, progress, [&](std::size_t i) {
        const auto cell = [&](std::int32_t coordinate) {
            return static_cast<std::uint32_t>((coordinate + beyond) >> cell_bits);
        };
        const Position& p = positions[i];
        keys[i] = morton_code(cell(p.l), cell(p.a), cell(p.b)) << index_bits | i;
    });
    sort_keys(keys, progress);
    return keys;
}

/// The index of the first key with the highest bit in which places differ; 0 if none differs.
std::size_t split_of(std::span<const std::uint64_t> keys) {
    assert(!keys.empty() && keys.front() <= keys.back());
    const std::uint64_t differing = (keys.front() ^ keys.back()) >> index_bits;
    if (differing == 0) return 0;
    const std::uint64_t bit = std::bit_floor(differing) << index_bits;
    return static_cast<std::size_t>(
        std::ranges::partition_point(keys, [&](auto key) { return !(key & bit); }) - keys.begin());
}

}

ColorTree::ColorTree(const ColorSet& colors, std::span<const std::uint32_t> counts, const Progress& progress)
    : transfer_(colors.transfer()) {
    assert(counts.size() == colors.size() && colors.size() <= std::size_t{1} << index_bits);
    const std::vector<std::uint64_t> keys = sorted_keys(colors.positions(), progress);
    order_.resize(keys.size());
    colors_.resize(keys.size());
    positions_.resize(keys.size());
    progress.throw_if_cancelled(); // clearing so much memory takes a while
    counts_.resize(keys.size());
    parallel_indices(keys.size(), 1 << 14, progress, [&](std::size_t i) {
        order_[i] = static_cast<std::uint32_t>(keys[i] & ((1u << index_bits) - 1));
        colors_[i] = colors.colors()[order_[i]];
        positions_[i] = colors.positions()[order_[i]];
        counts_[i] = counts[order_[i]];
    });
    nodes_.reserve(colors.size() / (leaf_colors / 4));
    if (!colors.empty()) divide(keys, 0, static_cast<std::uint32_t>(keys.size()), progress);
}

void ColorTree::divide(std::span<const std::uint64_t> keys, std::uint32_t begin, std::uint32_t end,
                       const Progress& progress) {
    assert(begin < end && end <= order_.size());
    if (end - begin > colors_at_once) progress.throw_if_cancelled();
    const std::size_t node = nodes_.size();
    nodes_.push_back({begin, end, 0, {}, {}});
    const std::size_t first = end - begin > leaf_colors ? split_of(keys.subspan(begin, end - begin)) : 0;
    if (first == 0) {
        for (std::uint32_t i = begin; i < end; ++i) {
            nodes_[node].box.add(colors_[i], positions_[i]);
            nodes_[node].sum.add(color_point(colors_[i], positions_[i]), counts_[i]);
        }
        return;
    }
    const auto middle = static_cast<std::uint32_t>(begin + first);
    assert(middle < end);
    divide(keys, begin, middle, progress);
    const auto second = static_cast<std::uint32_t>(nodes_.size());
    divide(keys, middle, end, progress);
    nodes_[node].second = second;
    for (const std::size_t child : {node + 1, std::size_t{second}}) {
        nodes_[node].box.join(nodes_[child].box);
        nodes_[node].sum += nodes_[child].sum;
    }
}

}
