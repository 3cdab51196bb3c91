#include "gpu/stages/analysis.h"

#include "base/error.h"
#include "base/parallel.h"
#include "vulkan/device.h"

#include <algorithm>
#include <bit>

namespace huedrift::gpu {

Points allocate_points(const vulkan::Device& device, const std::string& name, std::uint32_t count) {
    const std::uint64_t bytes = 4 * std::uint64_t{count};
    return {vulkan::Buffer(device, name + ".l", bytes), vulkan::Buffer(device, name + ".a", bytes),
            vulkan::Buffer(device, name + ".b", bytes), vulkan::Buffer(device, name + ".weights", bytes),
            count};
}

Points upload_points(vulkan::Device& device, const ColorSet& colors) {
    Points points = upload_starts(device, colors.positions(), {});
    upload(device, points.weights, std::as_bytes(colors.counts()));
    return points;
}

Points upload_starts(vulkan::Device& device, std::span<const Position> starts, const Position& origin) {
    Points points = allocate_points(device, "points", static_cast<std::uint32_t>(starts.size()));
    std::vector<std::int32_t> values(starts.size());
    const auto upload_coordinate = [&](const vulkan::Buffer& buffer, std::int32_t Position::*member) {
        parallel_ranges(values.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) values[i] = starts[i].*member - origin.*member;
        });
        upload(device, buffer, std::as_bytes(std::span(values)));
    };
    upload_coordinate(points.l, &Position::l);
    upload_coordinate(points.a, &Position::a);
    upload_coordinate(points.b, &Position::b);
    return points;
}

// Finer cells would not make the leaves of the hierarchy smaller, and 3 x 10 bits sort in 8 passes.
constexpr std::uint32_t max_cells_of_side = 1024;

std::uint32_t CellGrid::rank_bits() const { return static_cast<std::uint32_t>(std::bit_width(cells() - 1)); }

CellGrid cell_grid(const BoundingBox& box, std::uint64_t max_cells) {
    const auto side = [](std::int32_t low, std::int32_t high) {
        return static_cast<std::uint32_t>(std::int64_t{high} - low);
    };
    const std::uint32_t l = side(box.low.l, box.high.l), a = side(box.low.a, box.high.a),
                        b = side(box.low.b, box.high.b);
    for (std::uint32_t cell = std::max({l, a, b}) / max_cells_of_side + 1;; cell += cell / 32 + 1) {
        const auto cells = [&](std::uint32_t length) {
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

Position middle(const BoundingBox& box) {
    const auto between = [](std::int32_t low, std::int32_t high) {
        return static_cast<std::int32_t>(low + (std::int64_t{high} - low) / 2);
    };
    return {between(box.low.l, box.high.l), between(box.low.a, box.high.a), between(box.low.b, box.high.b)};
}

std::int64_t longest_side(const BoundingBox& box) {
    return std::max({std::int64_t{box.high.l} - box.low.l, std::int64_t{box.high.a} - box.low.a,
                     std::int64_t{box.high.b} - box.low.b});
}

}

Analysis analyse(vulkan::Device& device, const AnalysisStages& stages, const ColorSet& colors,
                 std::uint32_t width, vulkan::Timer* timer) {
    if (colors.size() > max_points)
        throw Error(ErrorKind::failed, "there are more points than 8-bit colours");
    const Points points = upload_points(device, colors);
    const BoundingBox box = read_box(device, stages, points, timer);
    const std::int64_t side = longest_side(box);
    if (side > largest_side) throw Error(ErrorKind::failed, "the points are too far apart");

    const CellGrid grid = cell_grid(box);
    const Position origin = middle(box);
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

}
