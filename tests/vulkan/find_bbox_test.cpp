#include "vulkan/find_bbox.h"

#include "vulkan/device_fixture.h"

#include <algorithm>
#include <array>
#include <random>

namespace huedrift::vulkan {
namespace {

using FindBboxTest = DeviceTest;
using Box = std::array<std::int32_t, 6>;

ColorSet random_points(std::uint32_t count) {
    std::mt19937 random(count);
    std::vector<Position> positions(count);
    for (Position& p : positions)
        p = {static_cast<std::int32_t>(random() % (1 << 24)),
             static_cast<std::int32_t>(random() % (1 << 24)) - (1 << 23),
             static_cast<std::int32_t>(random() % 1000) - 2000};
    return ColorSet::from_points(std::move(positions), std::vector<std::uint32_t>(count, 1));
}

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

TEST_F(FindBboxTest, GivesTheBoxOfAnyCount) {
    const FindBbox find_bbox(device());
    const Buffer box(device(), "box", sizeof(Box));
    for (const std::uint32_t count : awkward_counts(device(), 256)) {
        const ColorSet set = random_points(count);
        const Points points = upload_points(device(), set);
        Recorder recorder(device());
        find_bbox.record(recorder, points, box);
        recorder.run();
        Box found;
        read(device(), box, std::as_writable_bytes(std::span(found)));
        EXPECT_EQ(found, box_on_cpu(set)) << count << " points";
    }
}

}
}
