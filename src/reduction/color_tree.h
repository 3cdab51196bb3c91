#pragma once

#include "color/bounding_box.h"
#include "color/position_sum.h"
#include "reduction/color_set.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The colours of a set along a Morton curve, and a binary tree over them: the first node holds all, each other
/// one half of its parent's. Built once for a set, for questions that many colours answer alike.
class ColorTree {
public:
    /// `colors` must outlive it.
    explicit ColorTree(const ColorSet& colors);

    struct Node {
        BoundingBox box; ///< around its colours
        PositionSum sum; ///< of their positions, weighted by their counts
    };
    /// Those of node k are 2 k and 2 k + 1, if it is no leaf.
    static constexpr std::size_t root = 1;
    bool is_leaf(std::size_t node) const { return node >= leaves_; }
    const Node& operator[](std::size_t node) const { return nodes_[node]; }
    /// Where the colours of a node are in the curve's order.
    struct Range {
        std::size_t begin, end;
    };
    Range range(std::size_t node) const;

    const ColorSet& colors() const { return colors_; }
    /// In the curve's order: indices into the set, positions and counts.
    std::span<const std::uint32_t> order() const { return order_; }
    std::span<const Position> positions() const { return positions_; }
    std::span<const std::uint32_t> counts() const { return counts_; }

private:
    const ColorSet& colors_;
    std::size_t leaves_;
    std::vector<std::uint32_t> order_;
    std::vector<Position> positions_;
    std::vector<std::uint32_t> counts_;
    std::vector<Node> nodes_; ///< the first is nobody's
};

}
