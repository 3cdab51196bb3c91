#pragma once

#include "gpu/stages/assign_cell.h"
#include "gpu/stages/find_bbox.h"
#include "gpu/stages/group_points.h"
#include "gpu/stages/sum_cells.h"

namespace huedrift::gpu {

/// The four stages that run once per image.
struct AnalysisStages {
    explicit AnalysisStages(const vulkan::Device& device)
        : find_bbox(device), assign_cell(device), group_points(device), sum_cells(device) {}

    FindBbox find_bbox;
    AssignCell assign_cell;
    GroupPoints group_points;
    SumCells sum_cells;
};

/// The largest side of the box of all points, in units.
constexpr std::int64_t largest_side = std::int64_t{1} << 29;

/// The data on the device for an image: its points in curve order, relative to `origin`, and the hierarchy
/// over them. Built once for every radius and both weightings.
struct Analysis {
    std::uint64_t id = 0; ///< the id of the ColorSet
    std::uint32_t count = 0;
    Position origin;           ///< middle of the box of all points
    BoundingBox box;           ///< of all points
    std::int64_t farthest = 0; ///< the largest distance of a coordinate from the origin's
    Points points;             ///< in whole leaves
    Tree tree;
};

/// `width`: points per leaf. Throws Error(failed) for more than 2^24 points or points farther apart than
/// 2^29.
Analysis analyse(vulkan::Device& device, const AnalysisStages& stages, const ColorSet& colors,
                 std::uint32_t width, vulkan::Timer* timer = nullptr);

}
