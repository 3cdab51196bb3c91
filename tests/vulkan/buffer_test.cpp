#include "vulkan/buffer.h"

#include "base/error.h"
#include "vulkan/device_fixture.h"

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

}
}
