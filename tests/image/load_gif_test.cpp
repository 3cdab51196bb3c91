#include "decode/changed_bytes.h"
#include "decode/decode_here.h"
#include "expect_error.h"
#include "image/gif_files.h"
#include "image/load.h"
#include "image/plain_colors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace huedrift::gif_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

std::vector<Rgba8> pixels_of(const GifFile& file) {
    const LoadedImage loaded = load_image(file.encode(), "test.gif");
    return {loaded.image.pixels().begin(), loaded.image.pixels().end()};
}

void expect_refused(std::span<const std::byte> file, std::initializer_list<std::string> parts) {
    expect_error([&] { decode_here(file, "bad.gif"); }, ErrorKind::input, parts);
}

/// 2 x 2 pixels of four colours.
GifFile two_by_two() {
    return {.width = 2,
            .height = 2,
            .palette = {red, green, blue, white},
            .frames = {{.width = 2, .height = 2, .indices = {0, 1, 2, 3}}}};
}

GifFile random_file(int width, int height, int colors, bool interlaced) {
    std::mt19937 random(11);
    GifFile file{.width = width, .height = height};
    for (int i = 0; i < colors; ++i) {
        const std::uint32_t bits = random();
        file.palette.push_back({static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
                                static_cast<std::uint8_t>(bits >> 16), 255});
    }
    GifFrame frame{.width = width, .height = height, .interlaced = interlaced};
    for (int i = 0; i < width * height; ++i)
        frame.indices.push_back(static_cast<std::uint8_t>(random() % unsigned(colors)));
    file.frames.push_back(frame);
    return file;
}

TEST(LoadGif, SlotsAreTheSharedPaletteOrTheFirstOne) {
    const Rgba8 clear_blue{blue.r, blue.g, blue.b, 0};
    GifFile file = two_by_two();
    file.frames[0].transparent = 2;
    EXPECT_THAT(load_image(file.encode(), "a.gif").slots, ElementsAre(red, green, clear_blue, white));
    file.frames[0].transparent = -1;
    file.frames[0].palette = {white, blue, green, red};
    EXPECT_THAT(load_image(file.encode(), "a.gif").slots, ElementsAre(red, green, blue, white));
    file.palette.clear();
    file.frames.push_back(two_by_two().frames[0]);
    file.frames[1].palette = {red, red, red, red};
    file.frames[1].transparent = 0;
    EXPECT_THAT(load_image(file.encode(), "a.gif").slots, ElementsAre(white, blue, green, red));
}

TEST(LoadGif, EverySizeOfPaletteInBothOrdersOfRows) {
    for (const int colors : {2, 4, 16, 64, 256})
        for (const bool interlaced : {false, true}) {
            const GifFile file = random_file(67, 43, colors, interlaced);
            std::vector<Rgba8> expected;
            for (const std::uint8_t index : file.frames[0].indices) expected.push_back(file.palette[index]);
            EXPECT_THAT(pixels_of(file), ElementsAreArray(expected)) << colors;
        }
}

TEST(LoadGif, ATransparentIndexIsTransparent) {
    GifFile file = two_by_two();
    file.frames[0].transparent = 2;
    EXPECT_THAT(pixels_of(file), ElementsAre(red, green, none, white));
    EXPECT_THAT(load_image(file.encode(), "").notes, IsEmpty());
}

TEST(LoadGif, LocalPalettesOverrideTheGlobalOne) {
    GifFile file = two_by_two();
    file.frames[0].palette = {white, blue, green, red};
    EXPECT_THAT(pixels_of(file), ElementsAre(white, blue, green, red));
    file.palette = {};
    EXPECT_THAT(pixels_of(file), ElementsAre(white, blue, green, red));
}

TEST(LoadGif, ReadsTheFirstPictureOfAnAnimation) {
    GifFile file = two_by_two();
    file.width = 3, file.height = 3;
    file.frames[0].left = 1;
    file.frames.push_back({.width = 1, .height = 1, .indices = {2}});
    EXPECT_THAT(load_image(file.encode(), "").notes,
                ElementsAre("only the first frame of the animation was read"));
    EXPECT_THAT(pixels_of(file), ElementsAre(none, red, green,  //
                                             none, blue, white, //
                                             none, none, none));
}

TEST(LoadGif, ATooSmallScreenGrows) {
    GifFile file = two_by_two();
    file.width = file.height = 0;
    EXPECT_THAT(pixels_of(file), ElementsAre(red, green, blue, white));
}

TEST(LoadGifDamaged, EveryTruncationIsRefused) {
    const auto file = random_file(9, 7, 16, true).encode();
    for (std::size_t length = 0; length < file.size(); ++length)
        expect_refused(std::span(file).first(length), {"bad.gif: "});
}

TEST(LoadGifDamaged, AChangedByteGivesAPictureOrARefusal) {
    const auto whole = random_file(5, 4, 4, false).encode();
    expect_pictures_or_refusals(whole, "bad.gif", 5);
}

TEST(LoadGifDamaged, SaysWhatIsWrong) {
    auto bare = two_by_two().encode();
    bare[10] &= std::byte{0x7F}; // clears the flag of the palette
    bare.erase(bare.begin() + 13, bare.begin() + 13 + 4 * 3);
    expect_refused(bare, {"its palette is missing"});
    GifFile file = two_by_two();
    file.palette = {red, green};
    expect_refused(file.encode(), {"a pixel has no colour"});
    file = two_by_two();
    file.frames = {};
    expect_refused(file.encode(), {"bad.gif: damaged GIF file (it has no pixel data)"});
    auto bytes = two_by_two().encode();
    bytes[4] = std::byte{'8'};
    expect_refused(bytes, {"its version is unknown"});
    bytes = two_by_two().encode();
    bytes.back() = std::byte{0x42};
    expect_refused(bytes, {"it has an unknown block"});
}

// The blocks are complete, but their codes end before the pixels.
TEST(LoadGifDamaged, MissingPixelsAreDamage) {
    auto bytes = two_by_two().encode();
    const std::size_t height =
        13 + 12 + 8 + 7; // after screen, palette, control and the picture's place and width
    ASSERT_EQ(bytes[height], std::byte{2});
    bytes[height] = std::byte{200};
    expect_refused(bytes, {"bad.gif: damaged"});
}

TEST(LoadGifSize, IsCheckedBeforeAnythingIsDecoded) {
    GifFile file = two_by_two();
    file.width = file.height = 60000;
    expect_refused(file.encode(), {"60000 x 60000 pixels are too many"});
}

}
}
