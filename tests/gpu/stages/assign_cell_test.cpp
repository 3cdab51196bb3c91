#include "gpu/stages/assign_cell.h"

#include "color/bounding_box.h"
#include "gpu/stages/gilbert.h"
#include "gpu/stages/random_points.h"
#include "shaders/stages/assign_cell_params.h"
#include "vulkan/device_fixture.h"

namespace huedrift::gpu {
namespace {

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

}
}
