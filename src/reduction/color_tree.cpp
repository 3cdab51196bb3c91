#include "reduction/color_tree.h"

#include "base/parallel.h"
#include "color/morton.h"

#include <bit>
#include <hwy/contrib/sort/vqsort.h>

namespace huedrift {
namespace {

/// Colours of a leaf, at most twice as many: measured against 8 and 32.
constexpr std::size_t leaf_colors = 16;

/// The indices of positions along a Morton curve through cubes of 2^13 units, then ascending.
std::vector<std::uint32_t> curve_order(std::span<const Position> positions) {
    constexpr int index_bits = 24, cell_bits = 13; // of colours there are 2^24, and 3 * 12 bits say where one is
    constexpr std::int32_t beyond = 1 << 23;       // below every coordinate of a colour
    std::vector<std::uint64_t> keys(positions.size());
    parallel_ranges(keys.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto cell = [&](std::int32_t coordinate) {
                return static_cast<std::uint32_t>((coordinate + beyond) >> cell_bits);
            };
            const Position& p = positions[i];
            keys[i] = morton_code(cell(p.l), cell(p.a), cell(p.b)) << index_bits | i;
        }
    });
    hwy::Sorter()(keys.data(), keys.size(), hwy::SortAscending());
    std::vector<std::uint32_t> order(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        order[i] = static_cast<std::uint32_t>(keys[i] & ((1u << index_bits) - 1));
    return order;
}

}

ColorTree::ColorTree(const ColorSet& colors)
    : colors_(colors), leaves_(std::bit_floor(colors.size() / leaf_colors | 1)),
      order_(curve_order(colors.positions())), positions_(order_.size()), counts_(order_.size()),
      nodes_(2 * leaves_) {
    parallel_ranges(leaves_, 256, [&](std::size_t begin, std::size_t end) {
        for (std::size_t node = leaves_ + begin; node < leaves_ + end; ++node) {
            const Range leaf = range(node);
            for (std::size_t i = leaf.begin; i < leaf.end; ++i) {
                positions_[i] = colors.positions()[order_[i]];
                counts_[i] = colors.counts()[order_[i]];
                nodes_[node].box.add(positions_[i]);
                nodes_[node].sum.add(positions_[i], counts_[i]);
            }
        }
    });
    for (std::size_t node = leaves_; --node > 0;) {
        const Node &one = nodes_[2 * node], &other = nodes_[2 * node + 1];
        nodes_[node] = one;
        nodes_[node].box.add(other.box.low);
        nodes_[node].box.add(other.box.high);
        nodes_[node].sum += other.sum;
    }
}

ColorTree::Range ColorTree::range(std::size_t node) const {
    const int level = std::bit_width(node) - 1;
    const std::size_t at = node - (std::size_t{1} << level);
    return {at * order_.size() >> level, (at + 1) * order_.size() >> level};
}

}
