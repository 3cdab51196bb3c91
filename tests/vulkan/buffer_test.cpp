#include "vulkan/buffer.h"

#include "base/error.h"
#include "gpu/stages/analysis.h"
#include "shaders/stages/find_bbox_params.h"
#include "stage_shader_code.h"
#include "vulkan/device_fixture.h"
#include "vulkan/recorder.h"

#include <gmock/gmock.h>

#include <numeric>

namespace huedrift::vulkan {
namespace {

using BufferTest = DeviceTest;

std::vector<std::uint32_t> counted(std::size_t count) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), 7u);
    return values;
}

TEST_F(BufferTest, ReturnsUploadedBytes) {
    for (const Memory memory : {Memory::device, Memory::upload, Memory::readback}) {
        const auto values = counted(100'003);
        const Buffer buffer(device(), "numbers", 4 * values.size(), memory);
        upload(device(), buffer, std::as_bytes(std::span(values)));
        std::vector<std::uint32_t> back(values.size());
        read(device(), buffer, std::as_writable_bytes(std::span(back)));
        EXPECT_EQ(back, values);
    }
}

TEST_F(BufferTest, TheHostReadsOnlyMemoryThatIsForItOrCached) {
    const Buffer written(device(), "written", 64, Memory::upload),
        read_back(device(), "read back", 64, Memory::readback);
    EXPECT_TRUE(written.writable());
    EXPECT_TRUE(written.readable().empty());
    EXPECT_EQ(read_back.readable().size(), 64u);
}

TEST_F(BufferTest, WritesElementsWhereTheyBelong) {
    const Buffer buffer(device(), "numbers", 16, Memory::upload);
    const std::vector<std::uint32_t> values{9, 8, 7, 6};
    for (const std::size_t i : {2u, 0u, 3u, 1u}) buffer.writable().put(i, values[i]);
    std::vector<std::uint32_t> back(values.size());
    read(device(), buffer, std::as_writable_bytes(std::span(back)));
    EXPECT_EQ(back, values);
}

TEST_F(BufferTest, ErrorsNameTheDeviceAndTheBuffer) {
    try {
        const Buffer buffer(device(), "everything", std::uint64_t{1} << 50);
        FAIL() << "a buffer of 2^50 bytes was created";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::device);
        EXPECT_THAT(error.what(), testing::HasSubstr(device().facts().name));
        EXPECT_THAT(error.what(), testing::HasSubstr("everything"));
    }
    context()->messages().take(); // the layer may complain about the size
}

TEST_F(BufferTest, RefusesDataThatDoesNotFit) {
    const Buffer buffer(device(), "small", 16);
    std::vector<std::byte> data(32);
    EXPECT_THROW(upload(device(), buffer, data), Error);
    EXPECT_THROW(read(device(), buffer, data), Error);
}

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
