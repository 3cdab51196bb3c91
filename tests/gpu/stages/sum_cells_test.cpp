#include "gpu/stages/analysis.h"

#include "color/position.h"
#include "gpu/stages/gilbert.h"
#include "gpu/stages/mean_shift.h"
#include "reduction/random_image.h"
#include "shaders/stages/assign_cell_params.h"
#include "shaders/stages/find_bbox_params.h"
#include "shaders/stages/sum_moments_params.h"
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

using FindBboxTest = vulkan::DeviceTest;
using Box = std::array<std::int32_t, 6>;

Box box_on_cpu(const ColorSet& points) {
    Box box{INT32_MAX, INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, INT32_MIN};
    for (const Position& p : points.positions())
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int32_t x = std::array{p.l, p.a, p.b}[axis];
            box[axis] = std::min(box[axis], x);
            box[3 + axis] = std::max(box[3 + axis], x);
        }
    return box;
}

void expect_twin(vulkan::Device& device, std::uint32_t count) {
    const ColorSet set = random_points(count, {1 << 24, 1000, 1 << 24});
    const Points points = upload_points(device, set);
    const vulkan::Buffer box(device, "box", sizeof(Box));
    const FindBbox find_bbox(device);
    vulkan::Recorder recorder(device);
    find_bbox.record(recorder, points, box);
    recorder.run();
    EXPECT_EQ(values_of<Box>(device, box, 1).front(), box_on_cpu(set)) << count << " points";
}

TEST_F(FindBboxTest, GivesTheBoxOfAnyCount) {
    for (const std::uint32_t count : awkward_counts(device(), FIND_BBOX_WORKGROUP))
        expect_twin(device(), count);
}

TEST_F(FindBboxTest, GivesTheBoxOnSeveralRowsOfWorkgroups) { expect_twin(narrow_device(), 65'537); }

TEST(Gilbert, VisitsEachCellOnce) {
    for (int i = 0; i < 125; ++i) {
        const CellBox box{1 + i % 5, 1 + i / 5 % 5, 1 + i / 25};
        std::vector<Cell> cells;
        for (int x = 0; x < box.width; ++x)
            for (int y = 0; y < box.height; ++y)
                for (int z = 0; z < box.depth; ++z) cells.push_back({x, y, z});
        const std::vector<Cell> order = gilbert_order(box);
        EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), cells.begin(), cells.end())) << i;
    }
}

TEST(Gilbert, HasThePublishedPointsOfTheGridOf100) {
    const std::vector<Cell> order = gilbert_order({100, 100, 100});
    for (const auto& [rank, cell] : {std::pair{0, Cell{0, 0, 0}},
                                     {1, {0, 1, 0}},
                                     {2, {0, 1, 1}},
                                     {3, {0, 0, 1}},
                                     {4, {1, 0, 1}},
                                     {1234, {1, 5, 10}},
                                     {99999, {19, 33, 49}},
                                     {500000, {50, 49, 99}},
                                     {777777, {57, 71, 47}},
                                     {999999, {99, 0, 0}}})
        EXPECT_EQ(order[std::size_t(rank)], cell) << rank;
}

using AssignCellTest = vulkan::DeviceTest;

std::vector<std::uint32_t> ranks_on_cpu(const ColorSet& set, const CellGrid& grid) {
    const CellBox box{grid.cells_l, grid.cells_a, grid.cells_b};
    const std::vector<std::uint32_t> rank_of = gilbert_ranks(box);
    std::vector<std::uint32_t> ranks;
    for (const Position& p : set.positions()) {
        const auto cell = [&](std::int32_t x, std::int32_t low) { return (x - low) / int(grid.cell); };
        ranks.push_back(
            rank_of[cell_index(box, {cell(p.l, grid.low.l), cell(p.a, grid.low.a), cell(p.b, grid.low.b)})]);
    }
    return ranks;
}

void expect_twin(vulkan::Device& device, const ColorSet& set) {
    const BoundingBox box = bounding_box(set.positions());
    const CellGrid grid = cell_grid(box);
    const Points points = upload_points(device, set);
    const vulkan::Buffer ranks(device, "ranks", 4 * set.size()), numbers(device, "numbers", 4 * set.size());
    const AssignCell assign_cell(device);
    vulkan::Recorder recorder(device);
    assign_cell.record(recorder, points, grid, ranks, numbers);
    recorder.run();
    EXPECT_EQ(values_of<std::uint32_t>(device, ranks, set.size()), ranks_on_cpu(set, grid))
        << set.size() << " points";
    const auto numbered = values_of<std::uint32_t>(device, numbers, set.size());
    for (std::uint32_t i = 0; i < set.size(); ++i) ASSERT_EQ(numbered[i], i);
}

TEST_F(AssignCellTest, EqualsTheTwinOnAnyCount) {
    for (const std::uint32_t count : awkward_counts(device(), ASSIGN_CELL_WORKGROUP))
        expect_twin(device(), random_points(count, {90, 31, 12}));
}

TEST_F(AssignCellTest, EqualsTheTwinInCellsOfManyUnits) {
    expect_twin(device(), random_points(997, {50'000, 3'000, 701}));
    expect_twin(device(), random_points(997, {1, 1, 1 << 24}));
}

TEST_F(AssignCellTest, EqualsTheTwinOnSeveralRowsOfWorkgroups) {
    expect_twin(narrow_device(), random_points(65'537, {40, 40, 40}));
}

using Moments = std::array<std::int64_t, SUM_MOMENTS_VALUES>;

/// The sums over the points within the radius of a position, all relative to an origin.
Moments moments_on_cpu(const ColorSet& set, Weighting weighting, std::int64_t r2, const Position& position,
                       const Position& origin) {
    Moments moments{};
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Position& p = set.positions()[i];
        if (squared_distance(p, position) > r2) continue;
        const std::int64_t weight = weighting == Weighting::palette ? 1 : std::int64_t{set.counts()[i]};
        const Position relative{p.l - origin.l, p.a - origin.a, p.b - origin.b};
        const std::int64_t square = squared_distance(relative, {});
        const std::array values{
            std::int64_t{1},          std::int64_t{relative.l},           std::int64_t{relative.a},
            std::int64_t{relative.b}, square % (1 << SECOND_MOMENT_BITS), square >> SECOND_MOMENT_BITS};
        for (std::size_t k = 0; k < values.size(); ++k) moments[k] += weight * values[k];
    }
    return moments;
}

class SumMomentsTest : public vulkan::DeviceTest {
protected:
    static void expect_twin(const ColorSet& set, std::uint32_t count, double radius, Weighting weighting) {
        SCOPED_TRACE(std::to_string(count) + " positions, r = " + std::to_string(radius));
        const Analysis analysis =
            analyse(device(), AnalysisStages(device()), set, device().facts().subgroup_size);
        const Position& origin = analysis.origin;
        const std::int64_t r2 = squared_radius(radius);
        std::vector<Position> positions;
        std::vector<std::int32_t> relative;
        for (std::uint32_t i = 0; i < count; ++i) {
            Position p = set.positions()[i % set.size()];
            p.a += static_cast<std::int32_t>(i % 5 * 1009);
            positions.push_back(p);
            relative.insert(relative.end(), {p.l - origin.l, p.a - origin.a, p.b - origin.b});
        }
        const vulkan::Buffer in(device(), "positions", 4 * relative.size()),
            out(device(), "moments", sizeof(Moments) * positions.size());
        upload(device(), in, std::as_bytes(std::span(relative)));
        const SumMoments stage(device(), variant_for(analysis, weighting));
        vulkan::Recorder recorder(device());
        stage.record(recorder, analysis, in, out, count, r2, analysis.farthest + 5000);
        recorder.run();
        const auto moments = values_of<Moments>(device(), out, count);
        for (std::uint32_t i = 0; i < count; i += 1 + count / 300)
            ASSERT_EQ(moments[i], moments_on_cpu(set, weighting, r2, positions[i], origin)) << i;
    }
};

TEST_F(SumMomentsTest, EqualsTheTwinOnAnyCount) {
    const ColorSet set = random_points(499);
    for (const std::uint32_t count : awkward_counts(device(), device().facts().subgroup_size))
        expect_twin(set, count, 0.01, Weighting::frequency);
}

TEST_F(SumMomentsTest, EqualsTheTwinAtAnyRadius) {
    const ColorSet set = random_points(997, {1 << 24, 1 << 24, 1 << 24});
    for (const double radius : {6e-8, 0.001, 0.1, 0.5, 1.7})
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency})
            expect_twin(set, 120, radius, weighting);
}

}
}
