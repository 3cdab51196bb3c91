#include "gpu/stages/find_bbox.h"

#include "gpu/stages/random_points.h"
#include "shaders/stages/find_bbox_params.h"
#include "vulkan/device_fixture.h"

#include <algorithm>
#include <array>

namespace huedrift::gpu {
namespace {

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

}
}
