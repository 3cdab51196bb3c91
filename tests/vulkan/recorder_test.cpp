#include "vulkan/recorder.h"

#include "base/error.h"
#include "gpu/stages/find_bbox.h"
#include "shaders/stages/find_bbox_params.h"
#include "stage_shader_code.h"
#include "vulkan/device_fixture.h"

#include <gmock/gmock.h>

namespace huedrift::vulkan {
namespace {

using RecorderTest = DeviceTest;

TEST(Workgroups, CoverEveryThreadWithinTheLimits) {
    for (const std::uint64_t threads :
         {1ull, 63ull, 64ull, 65ull, 64ull * 65535, 64ull * 65535 + 1, 1ull << 31}) {
        const auto [x, y] = workgroups_for(threads, 64, 65535, 65535);
        EXPECT_LE(x, 65535u);
        EXPECT_LE(y, 65535u);
        EXPECT_GE(std::uint64_t{x} * y * 64, threads);
        EXPECT_LT((std::uint64_t{x} * y - y) * 64, threads) << "a column of workgroups has nothing to do";
    }
    EXPECT_EQ(workgroups_for(0, 64, 65535, 65535).x, 0u);
    EXPECT_THROW(workgroups_for(std::uint64_t{1} << 50, 64, 65535, 65535), Error);
}

TEST_F(RecorderTest, RefusesArgumentsThatDoNotFitThePass) {
    const Pass pass(device(), gpu::find_bbox_shader());
    const Buffer buffer(device(), "buffer", 64);
    const gpu::FindBboxParams params{};
    Recorder recorder(device());
    EXPECT_THROW(recorder.dispatch(pass, {buffer, buffer, buffer}, params, 1), Error);
    EXPECT_THROW(recorder.dispatch(pass, {buffer, buffer, buffer, buffer}, 3u, 1), Error);
    EXPECT_THROW(recorder.dispatch(pass, {buffer, buffer, buffer, {buffer, 0, 128}}, params, 1), Error);
    EXPECT_THROW(recorder.dispatch(pass, {buffer, buffer, buffer, {buffer, 1, 8}}, params, 1), Error);
    EXPECT_THROW(recorder.dispatch_indirect(pass, {buffer, buffer, buffer, buffer}, params, buffer, 56),
                 Error);
    EXPECT_THROW(recorder.fill({buffer, 0, 6}, 0), Error);
    EXPECT_THROW(recorder.copy({buffer, 60, 8}, buffer), Error);
}

TEST_F(RecorderTest, RefusesUnknownConstants) {
    EXPECT_THROW(Pass(device(), gpu::find_bbox_shader(), {.constants = {1}}), Error);
}

TEST(Shader, DescribesItsDeclarations) {
    const Shader& shader = gpu::find_bbox_shader();
    EXPECT_STREQ(shader.name, "find_bbox");
    EXPECT_EQ(shader.buffers, 4u);
    EXPECT_EQ(shader.push_constants, sizeof(gpu::FindBboxParams));
    EXPECT_EQ(shader.workgroup[0].value, std::uint32_t{FIND_BBOX_WORKGROUP});
    EXPECT_FALSE(shader.workgroup[0].is_constant);
    EXPECT_EQ(shader.workgroup[1].value, 1u);
    EXPECT_EQ(shader.constants, 0u);
    EXPECT_TRUE(gpu::mean_shift_shader().workgroup[0].is_constant);
    EXPECT_EQ(gpu::mean_shift_shader().constants, 6u);
}

TEST_F(RecorderTest, RunsAgainAndMeasuresEachPass) {
    const Buffer from(device(), "from", 4 << 20), to(device(), "to", 4 << 20, Memory::readback);
    Timer timer(device());
    Recorder recorder(device(), &timer);
    recorder.fill(from, 0x01020304);
    recorder.barrier();
    recorder.copy(from, to);
    recorder.run();
    const double once = timer.last();
    recorder.run();
    EXPECT_EQ(to.readable()[to.bytes() - 4], std::byte{4});
    ASSERT_EQ(timer.times().size(), 2u);
    EXPECT_EQ(timer.times()[0].stage, "fill");
    EXPECT_EQ(timer.times()[1].stage, "copy");
    EXPECT_GT(once, 0);
    EXPECT_LE(timer.times()[0].seconds + timer.times()[1].seconds, once + timer.last());
    EXPECT_THROW(recorder.fill(from, 0), Error) << "recording after the submission";
}

TEST_F(RecorderTest, ValidationReportsAMissingBarrier) {
    if (!context()->validates()) GTEST_SKIP() << "without the validation layer";
    const Buffer buffer(device(), "buffer", 64);
    Recorder recorder(device());
    recorder.fill(buffer, 1);
    recorder.fill(buffer, 2);
    recorder.run();
    const std::vector<std::string> messages = context()->messages().take();
    ASSERT_FALSE(messages.empty());
    EXPECT_THAT(messages[0], testing::HasSubstr("WRITE_AFTER_WRITE"));
}

TEST_F(RecorderTest, OpensAsManyDescriptorPoolsAsItNeeds) {
    const gpu::FindBbox find_bbox(device());
    const ColorSet set = ColorSet::from_points({{1, 2, 3}}, {1});
    const gpu::Points points = gpu::upload_points(device(), set);
    // Different buffers each time, as the same buffers take the same descriptor set.
    std::vector<Buffer> boxes;
    for (int i = 0; i < 200; ++i) boxes.emplace_back(device(), "box", 24);
    Recorder recorder(device());
    for (const Buffer& box : boxes) find_bbox.record(recorder, points, box);
    recorder.run();
    for (const Buffer& box : boxes) {
        std::array<std::int32_t, 6> found{};
        read(device(), box, std::as_writable_bytes(std::span(found)));
        ASSERT_EQ(found, (std::array{1, 2, 3, 1, 2, 3}));
    }
}

}
}
