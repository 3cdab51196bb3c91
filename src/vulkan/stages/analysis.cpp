#include "vulkan/stages/analysis.h"

#include "base/error.h"

#include <algorithm>

namespace huedrift::gpu {
namespace {

constexpr std::int64_t largest_side = std::int64_t{1} << 29;

PointBox read_box(Device& device, const AnalysisStages& stages, const Points& points, Timer* timer) {
    const Buffer box(device, "box", 24);
    Recorder recorder(device, timer);
    stages.find_bbox.record(recorder, points, box);
    recorder.run();
    std::array<std::int32_t, 6> found;
    read(device, box, std::as_writable_bytes(std::span(found)));
    return {{found[0], found[1], found[2]}, {found[3], found[4], found[5]}};
}

Position middle(const PointBox& box) {
    const auto between = [](std::int32_t least, std::int32_t greatest) {
        return static_cast<std::int32_t>(least + (std::int64_t{greatest} - least) / 2);
    };
    return {between(box.least.l, box.greatest.l), between(box.least.a, box.greatest.a),
            between(box.least.b, box.greatest.b)};
}

std::int64_t longest_side(const PointBox& box) {
    return std::max({std::int64_t{box.greatest.l} - box.least.l, std::int64_t{box.greatest.a} - box.least.a,
                     std::int64_t{box.greatest.b} - box.least.b});
}

}

Analysis analyse(Device& device, const AnalysisStages& stages, const ColorSet& colors, std::uint32_t width,
                 Timer* timer) {
    if (colors.size() > most_points)
        throw Error(ErrorKind::failed, "there are more points than 8-bit colours");
    const Points points = upload_points(device, colors);
    const PointBox box = read_box(device, stages, points, timer);
    const std::int64_t side = longest_side(box);
    if (side > largest_side) throw Error(ErrorKind::failed, "the points lie too far apart");

    const CellGrid grid = cell_grid(box);
    const Position origin = middle(box);
    KeyedNumbers keyed(device, points.count);
    Points placed = allocate_points(device, "placed", (points.count + width - 1) / width * width);
    Tree tree(device, TreeShape(points.count, width));

    Recorder recorder(device, timer);
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
            .numbers = std::move(keyed.numbers[keyed.side]),
            .tree = std::move(tree)};
}

}
