#pragma once

#include "color/position.h"
#include "reduction/color_set.h"
#include "shaders/stages/sum_cells_params.h"
#include "vulkan/buffer.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <array>
#include <cstdint>
#include <string>

namespace huedrift::gpu {

/// The number of 8-bit colours.
constexpr std::uint32_t max_points = 1u << 24;

/// Room for `count` numbers of 4 bytes.
inline vulkan::Buffer numbers(const vulkan::Device& device, const std::string& name, std::uint64_t count,
                              vulkan::Memory memory = vulkan::Memory::device) {
    return {device, name, 4 * count, memory};
}

/// The points of an image on the device, as one array per coordinate: so 2^24 points (64 MiB each) stay below
/// the 128 MiB that every device can bind.
struct Points {
    vulkan::Buffer l, a, b;
    vulkan::Buffer weights; ///< pixels of each point
    std::uint32_t count;
};

/// Room for `count` points. Contents are undefined.
Points allocate_points(const vulkan::Device& device, const std::string& name, std::uint32_t count);

Points upload_points(vulkan::Device& device, const ColorSet& colors);

/// A grid of cubes over the box of all points, for the curve of assign_cell. Cubes, not equal divisions of
/// each side, because balls are round.
struct CellGrid {
    Position low;
    std::uint32_t cell = 1;                             ///< side of a cell, units
    std::int32_t cells_l = 1, cells_a = 1, cells_b = 1; ///< along each side

    std::uint64_t cells() const {
        return std::uint64_t(cells_l) * std::uint64_t(cells_a) * std::uint64_t(cells_b);
    }
    /// Bits of a cell's index on the curve.
    std::uint32_t rank_bits() const;
};

/// A grid with at most `max_cells` cells, at least 8, and at most 1024 along each side; all sides are even,
/// so that the curve makes unit steps.
CellGrid cell_grid(const BoundingBox& box, std::uint64_t max_cells = std::uint64_t{1} << 30);

/// Stage 1: finds the smallest box around all points, as six int32: low.l, low.a, low.b, then high.
class FindBbox {
public:
    explicit FindBbox(const vulkan::Device& device);

    /// `box`: 24 bytes. Without points the box is empty, with low above high.
    void record(vulkan::Recorder& recorder, const Points& points, const vulkan::Buffer& box) const;

private:
    vulkan::Pass pass_;
};

/// Stage 2: computes the index of each point's cell on the gilbert curve, and numbers the points.
class AssignCell {
public:
    explicit AssignCell(const vulkan::Device& device);

    /// `ranks` and `numbers`: 4 bytes per point.
    void record(vulkan::Recorder& recorder, const Points& points, const CellGrid& grid,
                const vulkan::Buffer& ranks, const vulkan::Buffer& numbers) const;

private:
    vulkan::Pass pass_;
};

/// Two pairs of keys and the numbers of their points: each pass of the sort reads one pair and writes the
/// other.
struct KeyedNumbers {
    KeyedNumbers(const vulkan::Device& device, std::uint32_t count);

    std::array<vulkan::Buffer, 2> keys, numbers;
    vulkan::Buffer digit_counts;
    std::uint32_t count;
    std::size_t side = 0; ///< the pair that holds the current order
};

/// Stage 3: sorts the points along the curve, stably.
class GroupPoints {
public:
    explicit GroupPoints(const vulkan::Device& device);

    /// Sorts by the lowest `bits` bits of the keys; numbers[side] then has the order.
    void record_sort(vulkan::Recorder& recorder, KeyedNumbers& keyed, std::uint32_t bits) const;
    /// Writes `points` in the order of `numbers`, relative to `origin`. Fills the rest of `placed` with
    /// points outside every ball and without weight.
    void record_place(vulkan::Recorder& recorder, const Points& points, const vulkan::Buffer& numbers,
                      const Position& origin, const Points& placed) const;

private:
    vulkan::Pass count_, scan_, scatter_, place_;
};

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
