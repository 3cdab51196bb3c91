#include "gpu/stages/analysis.h"

#include "base/device_error.h"
#include "vulkan/device.h"

#include <algorithm>

namespace huedrift::gpu {
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
