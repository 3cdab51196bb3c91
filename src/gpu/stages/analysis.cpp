#include "gpu/stages/analysis.h"

#include "base/error.h"
#include "base/parallel.h"
#include "shaders/stages/assign_cell_params.h"
#include "shaders/stages/find_bbox_params.h"
#include "shaders/stages/group_points_params.h"
#include "stage_shader_code.h"
#include "vulkan/device.h"

#include <algorithm>
#include <bit>

namespace huedrift::gpu {

Points allocate_points(const vulkan::Device& device, const std::string& name, std::uint32_t count) {
    return {numbers(device, name + ".l", count), numbers(device, name + ".a", count),
            numbers(device, name + ".b", count), numbers(device, name + ".weights", count), count};
}

Points upload_points(vulkan::Device& device, const ColorSet& colors) {
    const std::span<const Position> positions = colors.positions();
    Points points = allocate_points(device, "points", static_cast<std::uint32_t>(positions.size()));
    std::vector<std::int32_t> values(positions.size());
    const auto upload_coordinate = [&](const vulkan::Buffer& buffer, std::int32_t Position::*member) {
        parallel_indices(values.size(), 1 << 14, [&](std::size_t i) { values[i] = positions[i].*member; });
        upload(device, buffer, std::as_bytes(std::span(values)));
    };
    upload_coordinate(points.l, &Position::l);
    upload_coordinate(points.a, &Position::a);
    upload_coordinate(points.b, &Position::b);
    upload(device, points.weights, std::as_bytes(colors.counts()));
    return points;
}

// Finer cells would not make the leaves of the hierarchy smaller, and 3 x 10 bits sort in 8 passes.
constexpr std::uint32_t max_cells_of_side = 1024;

std::uint32_t CellGrid::rank_bits() const { return static_cast<std::uint32_t>(std::bit_width(cells() - 1)); }

CellGrid cell_grid(const BoundingBox& box, std::uint64_t max_cells) {
    const auto [l, a, b] = box.sides();
    auto cell = static_cast<std::uint32_t>(box.longest_side() / max_cells_of_side + 1);
    for (;; cell += cell / 32 + 1) {
        const auto cells = [&](std::int64_t length) {
            return static_cast<std::int32_t>((length / cell + 2) / 2 * 2);
        };
        const CellGrid grid{box.low, cell, cells(l), cells(a), cells(b)};
        if (grid.cells() <= max_cells) return grid;
    }
}

namespace {

BoundingBox read_box(vulkan::Device& device, const AnalysisStages& stages, const Points& points,
                     vulkan::Timer* timer) {
    const vulkan::Buffer box(device, "box", 24);
    vulkan::Recorder recorder(device, timer);
    stages.find_bbox.record(recorder, points, box);
    recorder.run();
    std::array<std::int32_t, 6> found;
    read(device, box, std::as_writable_bytes(std::span(found)));
    for (std::size_t i = 0; i < 3; ++i)
        if (found[i] > found[i + 3]) throw WrongResult(device.facts().name);
    return {{found[0], found[1], found[2]}, {found[3], found[4], found[5]}};
}

}

Analysis analyse(vulkan::Device& device, const AnalysisStages& stages, const ColorSet& colors,
                 std::uint32_t width, vulkan::Timer* timer) {
    if (colors.size() > max_points)
        throw Error(ErrorKind::failed, "there are more points than 8-bit colours");
    const Points points = upload_points(device, colors);
    const BoundingBox box = read_box(device, stages, points, timer);
    const std::int64_t side = box.longest_side();
    if (side > largest_side) throw Error(ErrorKind::failed, "the points are too far apart");

    const CellGrid grid = cell_grid(box);
    const Position origin = box.middle();
    KeyedNumbers keyed(device, points.count);
    Points placed = allocate_points(device, "placed", (points.count + width - 1) / width * width);
    Tree tree(device, TreeShape(points.count, width));

    vulkan::Recorder recorder(device, timer);
    stages.assign_cell.record(recorder, points, grid, keyed.keys[0], keyed.numbers[0]);
    stages.group_points.record_sort(recorder, keyed, grid.rank_bits());
    stages.group_points.record_place(recorder, points, keyed.numbers[keyed.side], origin, placed);
    stages.sum_cells.record(recorder, placed, points.count, tree);
    recorder.run();

    return {.id = colors.id(),
            .count = points.count,
            .origin = origin,
            .box = box,
            .farthest = side / 2 + 1,
            .points = std::move(placed),
            .tree = std::move(tree)};
}

// Enough threads to fill any GPU; more threads would only add atomics on the six words.
constexpr std::uint32_t max_threads = 1 << 18;

FindBbox::FindBbox(const vulkan::Device& device) : pass_(device, find_bbox_shader()) {}

void FindBbox::record(vulkan::Recorder& recorder, const Points& points, const vulkan::Buffer& box) const {
    recorder.fill({box, 0, 12}, 0x7fffffffu);
    recorder.fill({box, 12, 12}, 0x80000000u);
    recorder.barrier();
    const std::uint32_t workgroups =
        (std::min(points.count, max_threads) + FIND_BBOX_WORKGROUP - 1) / FIND_BBOX_WORKGROUP;
    const std::uint32_t threads = workgroups * FIND_BBOX_WORKGROUP;
    recorder.dispatch(pass_, {points.l, points.a, points.b, {box, 0, 24}},
                      FindBboxParams{.count = points.count, .threads = threads}, threads);
    recorder.barrier();
}

AssignCell::AssignCell(const vulkan::Device& device) : pass_(device, assign_cell_shader()) {}

void AssignCell::record(vulkan::Recorder& recorder, const Points& points, const CellGrid& grid,
                        const vulkan::Buffer& ranks, const vulkan::Buffer& numbers) const {
    const AssignCellParams params{.count = points.count,
                                  .cell = grid.cell,
                                  .low_l = grid.low.l,
                                  .low_a = grid.low.a,
                                  .low_b = grid.low.b,
                                  .cells_l = grid.cells_l,
                                  .cells_a = grid.cells_a,
                                  .cells_b = grid.cells_b};
    recorder.dispatch(pass_, {points.l, points.a, points.b, ranks, numbers}, params, points.count);
    recorder.barrier();
}

namespace {

std::uint32_t blocks_of(std::uint32_t count) { return (count + GROUP_POINTS_BLOCK - 1) / GROUP_POINTS_BLOCK; }

}

KeyedNumbers::KeyedNumbers(const vulkan::Device& device, std::uint32_t points)
    : keys{gpu::numbers(device, "keys", points), gpu::numbers(device, "keys", points)},
      numbers{gpu::numbers(device, "numbers", points), gpu::numbers(device, "numbers", points)},
      digit_counts(
          gpu::numbers(device, "digit counts", GROUP_POINTS_DIGITS * std::uint64_t{blocks_of(points)})),
      count(points) {}

GroupPoints::GroupPoints(const vulkan::Device& device)
    : count_(device, count_digits_shader()), scan_(device, scan_digits_shader()),
      scatter_(device, scatter_digits_shader()), place_(device, place_points_shader()) {}

void GroupPoints::record_sort(vulkan::Recorder& recorder, KeyedNumbers& keyed, std::uint32_t bits) const {
    const std::uint32_t blocks = blocks_of(keyed.count);
    const std::uint64_t threads = std::uint64_t{blocks} * GROUP_POINTS_WORKGROUP;
    for (std::uint32_t shift = 0; shift < bits; shift += GROUP_POINTS_DIGIT_BITS) {
        const GroupPointsParams params{.count = keyed.count, .blocks = blocks, .shift = shift};
        const std::size_t from = keyed.side, to = 1 - keyed.side;
        recorder.dispatch(count_, {keyed.keys[from], keyed.digit_counts}, params, threads);
        recorder.barrier();
        recorder.dispatch(scan_, {keyed.digit_counts},
                          ScanDigitsParams{.count = GROUP_POINTS_DIGITS * blocks}, 1);
        recorder.barrier();
        recorder.dispatch(
            scatter_,
            {keyed.keys[from], keyed.numbers[from], keyed.keys[to], keyed.numbers[to], keyed.digit_counts},
            params, threads);
        recorder.barrier();
        keyed.side = to;
    }
}

void GroupPoints::record_place(vulkan::Recorder& recorder, const Points& points,
                               const vulkan::Buffer& numbers, const Position& origin,
                               const Points& placed) const {
    const PlacePointsParams params{.count = points.count,
                                   .padded = placed.count,
                                   .origin_l = origin.l,
                                   .origin_a = origin.a,
                                   .origin_b = origin.b};
    recorder.dispatch(
        place_,
        {points.l, points.a, points.b, points.weights, numbers, placed.l, placed.a, placed.b, placed.weights},
        params, placed.count);
    recorder.barrier();
}

TreeShape::TreeShape(std::uint32_t points, std::uint32_t node_width) : width(node_width) {
    std::uint32_t below = points, nodes = 0;
    do {
        below = below / width + (below % width != 0);
        first_node[levels++] = nodes;
        nodes += below;
    } while (below > width);
    std::fill(first_node.begin() + levels, first_node.end(), nodes);
}

Tree::Tree(const vulkan::Device& device, const TreeShape& tree_shape)
    : shape(tree_shape), boxes(device, "boxes", 4 * 6 * std::uint64_t{shape.nodes()}),
      palette_sums(device, "palette sums", 8 * 4 * std::uint64_t{shape.nodes()}),
      frequency_sums(device, "frequency sums", 8 * 4 * std::uint64_t{shape.nodes()}),
      palette_seconds(device, "palette seconds", 8 * 2 * std::uint64_t{shape.nodes()}),
      frequency_seconds(device, "frequency seconds", 8 * 2 * std::uint64_t{shape.nodes()}) {}

SumCells::SumCells(const vulkan::Device& device) : pass_(device, sum_cells_shader()) {}

void SumCells::record(vulkan::Recorder& recorder, const Points& placed, std::uint32_t count,
                      const Tree& tree) const {
    const TreeShape& shape = tree.shape;
    for (std::uint32_t level = 0; level < shape.levels; ++level) {
        const SumCellsParams params{.level = level,
                                    .children = level == 0 ? count : shape.nodes_of(level - 1),
                                    .first_child = level == 0 ? 0 : shape.first_node[level - 1],
                                    .nodes = shape.nodes_of(level),
                                    .first_node = shape.first_node[level],
                                    .all_nodes = shape.nodes(),
                                    .width = shape.width};
        recorder.dispatch(pass_,
                          {placed.l, placed.a, placed.b, placed.weights, tree.boxes, tree.palette_sums,
                           tree.frequency_sums, tree.palette_seconds, tree.frequency_seconds},
                          params, params.nodes);
        recorder.barrier();
    }
}

}
