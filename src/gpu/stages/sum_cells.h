#pragma once

#include "gpu/stages/points.h"
#include "shaders/stages/sum_cells_params.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <array>

namespace huedrift::gpu {

/// The layout of the hierarchy's nodes in its arrays: level by level, leaves first, with at most `width`
/// nodes in the last level.
struct TreeShape {
    /// `width` points per leaf and children per node, at least 4.
    TreeShape(std::uint32_t points, std::uint32_t width);

    std::uint32_t width;
    std::uint32_t levels = 0;
    std::array<std::uint32_t, TREE_LEVELS + 1> first_node{}; ///< of each level; from `levels` on: all nodes

    std::uint32_t nodes() const { return first_node[levels]; }
    std::uint32_t nodes_of(std::uint32_t level) const { return first_node[level + 1] - first_node[level]; }
};

/// The hierarchy over the points: a box and sums for both weightings per node.
struct Tree {
    Tree(const vulkan::Device& device, const TreeShape& shape);

    TreeShape shape;
    vulkan::Buffer boxes;          ///< float[6][nodes]: low.l, low.a, low.b, then high
    vulkan::Buffer palette_sums;   ///< int64[4][nodes]: points, sums of l, a, b
    vulkan::Buffer frequency_sums; ///< the same, each point as often as it occurs
    vulkan::Buffer palette_seconds,
        frequency_seconds; ///< int64[2][nodes]: second moments, low and high parts
};

/// Stage 4: builds the hierarchy, level by level.
class SumCells {
public:
    explicit SumCells(const vulkan::Device& device);

    /// `count`: points without the padding.
    void record(vulkan::Recorder& recorder, const Points& placed, std::uint32_t count,
                const Tree& tree) const;

private:
    vulkan::Pass pass_;
};

}
