#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "reduction/color_set.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// The smallest box of six coordinates around some colours; empty, as a BoundingBox is.
struct ColorBox {
    BoundingBox positions;
    Rgb low{255, 255, 255}, high{};

    void add(Rgb color, const Position& position) {
        positions.add(position);
        join_codes(color, color);
    }
    void join(const ColorBox& other) {
        positions.join(other.positions);
        join_codes(other.low, other.high);
    }

private:
    void join_codes(Rgb lowest, Rgb highest) {
        low = {std::min(low.r, lowest.r), std::min(low.g, lowest.g), std::min(low.b, lowest.b)};
        high = {std::max(high.r, highest.r), std::max(high.g, highest.g), std::max(high.b, highest.b)};
    }
};

/// The colours of a set along a Morton curve, and a binary tree over them whose nodes are cubes of an octree,
/// or two or four of them side by side. Built once for a set, for questions that many colours answer alike.
class ColorTree {
public:
    /// Throws Error(cancelled).
    explicit ColorTree(const ColorSet& colors, const Progress& progress = {})
        : ColorTree(colors, colors.counts(), progress) {}
    /// With other counts, which may be 0.
    ColorTree(const ColorSet& colors, std::span<const std::uint32_t> counts, const Progress& progress = {});

    struct Node {
        std::uint32_t begin, end; ///< its colours in the curve's order
        std::uint32_t second;     ///< its second child; the first comes right after it. 0: a leaf
        ColorBox box;             ///< around its colours
        ColorPointSum sum;        ///< of them, weighted by their counts

        bool is_leaf() const { return second == 0; }
        std::size_t size() const { return end - begin; }
    };
    /// The first is the root; without colours there are none.
    std::span<const Node> nodes() const { return nodes_; }

    /// In the curve's order: indices into the set, colours, positions and counts.
    std::span<const std::uint32_t> order() const { return order_; }
    std::span<const Rgb> colors() const { return colors_; }
    std::span<const Position> positions() const { return positions_; }
    std::span<const std::uint32_t> counts() const { return counts_; }
    /// By which the positions were computed.
    Transfer transfer() const { return transfer_; }

private:
    void divide(std::span<const std::uint64_t> keys, std::uint32_t begin, std::uint32_t end,
                const Progress& progress);

    Transfer transfer_;
    std::vector<std::uint32_t> order_;
    std::vector<Rgb> colors_;
    std::vector<Position> positions_;
    std::vector<std::uint32_t> counts_;
    std::vector<Node> nodes_;
};

}
