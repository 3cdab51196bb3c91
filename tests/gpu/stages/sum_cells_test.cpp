#include "gpu/stages/sum_cells.h"

#include "gpu/stages/random_points.h"
#include "vulkan/device_fixture.h"

#include <algorithm>
#include <array>

namespace huedrift::gpu {
namespace {

using SumCellsTest = vulkan::DeviceTest;

/// One node of the hierarchy, summed over its points.
struct Node {
    std::array<float, 6> box{1e30f, 1e30f, 1e30f, -1e30f, -1e30f, -1e30f};
    std::array<std::int64_t, 4> palette{}, frequency{};
    std::array<std::int64_t, 2> palette_second{}, frequency_second{};

    void add(const Position& p, std::int64_t weight) {
        const std::array x{p.l, p.a, p.b};
        const std::int64_t square = squared_distance(p, {}), low = square % (1 << SECOND_MOMENT_BITS),
                           high = square >> SECOND_MOMENT_BITS;
        palette_second[0] += low;
        palette_second[1] += high;
        frequency_second[0] += weight * low;
        frequency_second[1] += weight * high;
        palette[0] += 1;
        frequency[0] += weight;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box[axis] = std::min(box[axis], float(x[axis]));
            box[3 + axis] = std::max(box[3 + axis], float(x[axis]));
            palette[1 + axis] += x[axis];
            frequency[1 + axis] += weight * x[axis];
        }
    }
};

/// Computes each level from the points: node i of a level holds the next width^(level + 1) of them.
std::vector<Node> tree_on_cpu(const ColorSet& set, const TreeShape& shape) {
    std::vector<Node> nodes(shape.nodes());
    std::size_t points_each = 1;
    for (std::uint32_t level = 0; level < shape.levels; ++level) {
        points_each *= shape.width;
        for (std::size_t i = 0; i < set.size(); ++i)
            nodes[shape.first_node[level] + i / points_each].add(set.positions()[i], set.counts()[i]);
    }
    return nodes;
}

void expect_sums(vulkan::Device& device, std::uint32_t count, std::uint32_t width) {
    SCOPED_TRACE(std::to_string(count) + " points in leaves of " + std::to_string(width));
    const ColorSet set = random_points(count, {1 << 24, 1 << 24, 1 << 24});
    const Points points = upload_points(device, set);
    const Tree tree(device, TreeShape(count, width));
    const SumCells sum_cells(device);
    vulkan::Recorder recorder(device);
    sum_cells.record(recorder, points, count, tree);
    recorder.run();
    const std::size_t all = tree.shape.nodes();
    const auto boxes = values_of<float>(device, tree.boxes, 6 * all);
    const auto palette = values_of<std::int64_t>(device, tree.palette_sums, 4 * all),
               frequency = values_of<std::int64_t>(device, tree.frequency_sums, 4 * all),
               palette_seconds = values_of<std::int64_t>(device, tree.palette_seconds, 2 * all),
               frequency_seconds = values_of<std::int64_t>(device, tree.frequency_seconds, 2 * all);
    const std::vector<Node> expected = tree_on_cpu(set, tree.shape);
    for (std::size_t node = 0; node < all; ++node) {
        for (std::size_t i = 0; i < 6; ++i) ASSERT_EQ(boxes[i * all + node], expected[node].box[i]) << node;
        for (std::size_t i = 0; i < 4; ++i) {
            ASSERT_EQ(palette[i * all + node], expected[node].palette[i]) << node;
            ASSERT_EQ(frequency[i * all + node], expected[node].frequency[i]) << node;
        }
        for (std::size_t i = 0; i < 2; ++i) {
            ASSERT_EQ(palette_seconds[i * all + node], expected[node].palette_second[i]) << node;
            ASSERT_EQ(frequency_seconds[i * all + node], expected[node].frequency_second[i]) << node;
        }
    }
}

TEST_F(SumCellsTest, EqualsTheTwinOnAnyCount) {
    const std::uint32_t width = device().facts().subgroup_size;
    for (const std::uint32_t count : awkward_counts(device(), SUM_CELLS_WORKGROUP * width))
        expect_sums(device(), count, width);
}

TEST_F(SumCellsTest, EqualsTheTwinAtAnyWidth) {
    for (const std::uint32_t width : {4u, 16u, 32u, 64u, 128u}) expect_sums(device(), 9'973, width);
}

TEST_F(SumCellsTest, EqualsTheTwinOnSeveralRowsOfWorkgroups) { expect_sums(narrow_device(), 65'537, 8); }

}
}
