#include "image/loading.h"
#include "image/picture_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace huedrift::bmp_tests {
namespace {

using testing::ElementsAre;
using namespace std::string_literals;

std::vector<Rgba8> pixels_of(const BmpFile& file) {
    const Image image = load_image(file.encode(), "test.bmp").image;
    EXPECT_EQ(image.width(), file.width);
    EXPECT_EQ(image.height(), std::abs(file.height));
    return huedrift::pixels_of(image);
}

/// 2 x 2 pixels of 24 bits: red, green above blue, white; rows from the bottom up.
BmpFile two_by_two() {
    return {.width = 2, .height = 2, .pixels = "\xFF\0\0\xFF\xFF\xFF\0\0"s + "\0\0\xFF\0\xFF\0\0\0"s};
}

TEST(LoadBmp, Rows) {
    BmpFile file = two_by_two();
    EXPECT_THAT(pixels_of(file), ElementsAre(red, green, blue, white));
    file.height = -2; // from the top down
    EXPECT_THAT(pixels_of(file), ElementsAre(blue, white, red, green));
    file.height = 2, file.header_bytes = 12;
    EXPECT_THAT(pixels_of(file), ElementsAre(red, green, blue, white));
}

TEST(LoadBmp, Palettes) {
    const std::vector<std::uint32_t> colors{0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF};
    EXPECT_THAT(pixels_of({.width = 3, .height = 1, .bits = 8, .palette = colors, .pixels = "\0\3\2\0"s}),
                ElementsAre(red, white, blue));
    EXPECT_THAT(pixels_of({.width = 3, .height = 1, .bits = 4, .palette = colors, .pixels = "\x03\x20\0\0"s}),
                ElementsAre(red, white, blue));
    EXPECT_THAT(
        pixels_of(
            {.width = 3, .height = 1, .bits = 1, .palette = {colors[1], colors[2]}, .pixels = "\x40\0\0\0"s}),
        ElementsAre(green, blue, green));
}

TEST(LoadBmp, SlotsAreItsColourTable) {
    const BmpFile file{.width = 1,
                       .height = 1,
                       .bits = 4,
                       .palette = {0xFF0000, 0x0000FF, 0xFF0000, 0x00FF00},
                       .pixels = "\0\0\0\0"s};
    EXPECT_THAT(load_image(file.encode(), "a.bmp").slots, ElementsAre(red, blue, red, green));
    EXPECT_THAT(load_image(two_by_two().encode(), "a.bmp").slots, testing::IsEmpty());
}

TEST(LoadBmp, Bits16) {
    EXPECT_THAT(pixels_of({.width = 2, .height = 1, .bits = 16, .pixels = "\x00\x7C\xE0\x03"s}),
                ElementsAre(red, green));
    EXPECT_THAT(pixels_of({.width = 2,
                           .height = 1,
                           .bits = 16,
                           .compression = 3,
                           .masks = {0xF800, 0x07E0, 0x001F},
                           .pixels = "\xE0\x07\x1F\0"s}),
                ElementsAre(green, blue));
}

TEST(LoadBmp, Bits32) {
    // Most writers leave the fourth byte 0 without meaning transparency.
    EXPECT_THAT(pixels_of({.width = 1, .height = 1, .bits = 32, .pixels = "\1\2\3\0"s}),
                ElementsAre(Rgba8{3, 2, 1, 255}));
    EXPECT_THAT(pixels_of({.header_bytes = 108,
                           .width = 2,
                           .height = 1,
                           .bits = 32,
                           .compression = 3,
                           .masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000},
                           .pixels = "\1\2\3\4\5\6\7\0"s}),
                ElementsAre(Rgba8{3, 2, 1, 4}, Rgba8{7, 6, 5, 0}));
}

/// Rows from the bottom up: a run, single pixels, a row that ends early, a jump over three rows, a run beyond
/// the end of its row.
BmpFile in_runs(int bits) {
    BmpFile file{.width = 5,
                 .height = 6,
                 .bits = bits,
                 .compression = bits == 8 ? 1u : 2u,
                 .palette = {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF}};
    const bool whole = bits == 8;
    file.pixels = whole ? "\5\1\0\0"s : "\5\x12\0\0"s; // green, or green and blue in turns
    file.pixels += whole ? "\0\3\0\2\3\0\1\3\0\0"s : "\0\3\x02\x30\1\x30\0\0"s; // red, blue, white, white
    file.pixels += "\0\2\2\3"s + (whole ? "\4\2\0\1"s : "\4\x23\0\1"s);
    return file;
}

TEST(LoadBmp, Runs) {
    EXPECT_THAT(pixels_of(in_runs(8)), ElementsAre(none, none, blue, blue, blue,  //
                                                   none, none, none, none, none,  //
                                                   none, none, none, none, none,  //
                                                   none, none, none, none, none,  //
                                                   red, blue, white, white, none, //
                                                   green, green, green, green, green));
    EXPECT_THAT(pixels_of(in_runs(4)), ElementsAre(none, none, blue, white, blue, //
                                                   none, none, none, none, none,  //
                                                   none, none, none, none, none,  //
                                                   none, none, none, none, none,  //
                                                   red, blue, white, white, none, //
                                                   green, blue, green, blue, green));
}

/// Random indices are the same in runs of random lengths as plain.
TEST(LoadBmp, RandomPicturesAreTheSameInRuns) {
    std::mt19937 random(6);
    for (const int bits : {4, 8}) {
        const int width = 16, height = 9; // rows of whole words
        BmpFile file{.width = width, .height = height, .bits = bits};
        for (std::uint32_t i = 0; i < 16; ++i) file.palette.push_back(i * 0x0F0E0D);
        std::string runs;
        for (int y = 0; y < height; ++y) {
            std::string row;
            for (int x = 0; x < width; ++x) row += static_cast<char>(random() % 3 == 0 ? random() % 16 : 7);
            const auto packed = [&](std::string_view part) {
                if (bits == 8) return std::string(part);
                std::string halves;
                for (std::size_t i = 0; i < part.size(); i += 2)
                    halves += static_cast<char>(part[i] << 4 | (i + 1 < part.size() ? part[i + 1] : 0));
                return halves;
            };
            file.pixels += packed(row);
            for (std::size_t at = 0; at < row.size();) {
                std::size_t count = std::min<std::size_t>(row.size() - at, 1 + random() % 7);
                const std::string_view part = std::string_view(row).substr(at, count);
                const bool is_run = part.find_first_not_of(part[0]) == part.npos;
                if (!is_run && count < 3) count = 1;
                if (is_run || count == 1) {
                    runs += static_cast<char>(count);
                    runs += bits == 8 ? part[0] : static_cast<char>(part[0] << 4 | part[0]);
                } else {
                    const std::string single = packed(part);
                    runs += '\0';
                    runs += static_cast<char>(count);
                    runs += single + std::string(single.size() % 2, '\0');
                }
                at += count;
            }
            runs += "\0\0"s;
        }
        const std::vector<Rgba8> plain = pixels_of(file);
        file.pixels = runs + "\0\1"s;
        file.compression = bits == 8 ? 1 : 2;
        EXPECT_EQ(pixels_of(file), plain) << bits;
    }
}

TEST(LoadBmpDamaged, RunsFitTheirPicture) {
    BmpFile file = in_runs(8);
    file.height = -6;
    expect_refused(file.encode(), {"its parts contradict each other"});
    file = in_runs(8);
    file.pixels[1] = 4;
    expect_refused(file.encode(), {"a pixel has no colour"});
}

TEST(LoadBmpDamaged, SaysWhatIsWrong) {
    BmpFile file = two_by_two();
    file.compression = 1; // of 24 bits
    expect_refused(file.encode(), {"bad: damaged BMP file (its parts contradict each other)"});
    expect_refused(
        BmpFile{
            .header_bytes = 12, .width = 1, .height = 1, .bits = 8, .palette = {1, 2}, .pixels = "\0\0\0\0"s}
            .encode(),
        {"OS/2 BMP files with a palette are not supported"});
    file = two_by_two();
    file.bits = 7;
    expect_refused(file.encode(), {"7 bits per pixel"});
    for (const auto& [width, height] : {std::pair{0, 2}, {2, 0}, {-2, 2}}) {
        file = two_by_two();
        file.width = width, file.height = height;
        expect_refused(file.encode(), {"it has no pixels"});
    }
}

// A file of 100 bytes that promises a gigabyte is refused as cut short, without an allocation.
TEST(LoadBmpDamaged, FalseSizesAreRefused) {
    BmpFile file = two_by_two();
    for (const auto& [width, height] :
         {std::pair{30000, 30000}, {0x7FFFFFFF, 1}, {2, 0x7FFFFFFF}, {2, std::numeric_limits<int>::min()}}) {
        file.width = width, file.height = height;
        expect_refused(file.encode(), {"it is cut short"});
    }
}

TEST(LoadBmpSize, IsCheckedBeforeAnythingIsDecoded) {
    BmpFile file{
        .width = 32769, .height = 1, .bits = 1, .palette = {0, 1}, .pixels = std::string(4100, '\0')};
    expect_refused(file.encode(), {"32769 x 1 pixels are too many"});
    file.width = 32768;
    EXPECT_EQ(pixels_of(file).size(), 32768u);
}

}
}
