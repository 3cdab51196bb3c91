#include "gpu/stages/points.h"

#include "base/parallel.h"

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

}
