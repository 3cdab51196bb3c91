#include "decode/stb_memory.h"

#include "decode/stb_image_options.h"
#include "image/decode_exchange.h"
#include "image/png_files.h"

#include <cstring>
#include <gtest/gtest.h>
#include <png.h>
#include <vector>

namespace huedrift {
namespace {

bool all_zero(const void* memory, std::size_t bytes) {
    const std::vector<unsigned char> zeros(bytes);
    return std::memcmp(memory, zeros.data(), bytes) == 0;
}

TEST(StbMemory, AllocatesNothingWithoutABudget) { EXPECT_EQ(stb_allocate(1), nullptr); }

TEST(StbMemory, KeepsToItsBudget) {
    const StbMemoryBudget budget(100);
    void* const first = stb_allocate(60);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(stb_allocate(41), nullptr);
    void* const second = stb_allocate(40);
    EXPECT_NE(second, nullptr);
    EXPECT_EQ(stb_allocate(1), nullptr);
    stb_free(first);
    void* const third = stb_allocate(60);
    EXPECT_NE(third, nullptr);
    stb_free(second), stb_free(third), stb_free(nullptr);
    EXPECT_EQ(stb_allocate(~std::size_t{0}), nullptr);
}

TEST(StbMemory, TheFirstFittingBlockBecomesTheTarget) {
    std::vector<std::byte> target(1004);
    const StbMemoryBudget budget(1500, target);
    void* const small = stb_allocate(999);
    EXPECT_NE(small, target.data());
    void* const large = stb_allocate(1005);
    EXPECT_EQ(large, nullptr); // 999 of 1500 are taken
    void* picture = stb_allocate(1001);
    EXPECT_EQ(picture, target.data());
    stb_free(small);
    std::memset(picture, 'x', 1001);
    stb_free(picture);
    void* const second = stb_allocate(1001);
    ASSERT_NE(second, nullptr);
    EXPECT_NE(second, target.data());
    EXPECT_TRUE(all_zero(second, 1001));
    stb_free(second);
}

TEST(StbMemory, TheTargetCanGrow) {
    std::vector<std::byte> target(1000);
    const StbMemoryBudget budget(2000, target);
    void* memory = stb_allocate(1000);
    ASSERT_EQ(memory, target.data());
    std::memset(memory, 'x', 1000);
    memory = stb_reallocate(memory, 2000);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(std::memcmp(memory, std::vector<char>(1000, 'x').data(), 1000), 0);
    EXPECT_TRUE(all_zero(static_cast<char*>(memory) + 1000, 1000));
    stb_free(memory);
}

TEST(StbMemory, LargeBlocksAreZero) {
    constexpr std::size_t bytes = std::size_t{5} << 20;
    const StbMemoryBudget budget(2 * bytes);
    for (int i = 0; i < 3; ++i) {
        void* const memory = stb_allocate(bytes);
        ASSERT_NE(memory, nullptr);
        EXPECT_TRUE(all_zero(memory, bytes));
        std::memset(memory, 'x', bytes);
        stb_free(memory);
    }
}

// 16 bits a channel and interlaced; with a quarter of a mebibyte for tables, so that the pixels dominate.
TEST(StbMemory, TheHungriestPictureKeepsToTheBudget) {
    constexpr int side = 512;
    PngFile png{.width = side,
                .height = side,
                .color_type = PNG_COLOR_TYPE_RGB_ALPHA,
                .bit_depth = 16,
                .interlaced = true};
    for (unsigned i = 0; i < 4 * side * side; ++i)
        png.samples.push_back(static_cast<std::uint16_t>(7919 * i));
    const std::vector<std::byte> file = png.encode();
    const StbMemoryBudget budget(memory_budget(file.size(), side * side) - memory_for_tables + (1 << 18));
    int width = 0, height = 0, channels = 0;
    stbi_uc* const pixels =
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()),
                              &width, &height, &channels, 4);
    EXPECT_NE(pixels, nullptr) << stbi_failure_reason();
    EXPECT_EQ(width, side);
    stbi_image_free(pixels);
}

TEST(StbMemory, GrownBlocksAreZero) {
    const StbMemoryBudget budget(10'000);
    void* memory = stb_reallocate(nullptr, 1000);
    ASSERT_NE(memory, nullptr);
    EXPECT_TRUE(all_zero(memory, 1000));
    std::memset(memory, 'x', 1000);
    memory = stb_reallocate(memory, 2000);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(std::memcmp(memory, std::vector<char>(1000, 'x').data(), 1000), 0);
    EXPECT_TRUE(all_zero(static_cast<char*>(memory) + 1000, 1000));
    EXPECT_EQ(stb_reallocate(memory, 9000), nullptr); // and the old block stays
    EXPECT_EQ(*static_cast<char*>(memory), 'x');
    stb_free(memory);
}

}
}
