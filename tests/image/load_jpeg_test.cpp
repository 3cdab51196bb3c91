#include "image/jpeg_files.h"
#include "image/loading.h"
#include "image/save.h"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace huedrift::jpeg_tests {
namespace {

using testing::ElementsAre;

Rgba8 color_of(const std::array<int, 4>& block) {
    return {static_cast<std::uint8_t>(block[0]), static_cast<std::uint8_t>(block[1]),
            static_cast<std::uint8_t>(block[2]), 255};
}

/// 3 x 2 blocks, all different.
JpegFile six_blocks() {
    return {.blocks_across = 3,
            .blocks_down = 2,
            .blocks = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {10, 20, 30}, {200, 100, 50}, {255, 255, 255}}};
}

/// One pixel of each block, row by row; the picture's sides must be multiples of 8.
std::vector<Rgba8> block_colors(const Image& image) {
    std::vector<Rgba8> colors;
    for (int y = 0; y < image.height(); y += 8)
        for (int x = 0; x < image.width(); x += 8)
            colors.push_back(image.pixels()[std::size_t(y * image.width() + x)]);
    return colors;
}

TEST(LoadJpeg, BaselineAndProgressive) {
    for (const bool progressive : {false, true}) {
        JpegFile file = six_blocks();
        file.progressive = progressive;
        const LoadedImage loaded = load_image(file.encode(), "");
        ASSERT_EQ(loaded.image.width(), 24);
        ASSERT_EQ(loaded.image.height(), 16);
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 24; ++x)
                ASSERT_EQ(loaded.image.pixels()[std::size_t(y * 24 + x)],
                          color_of(file.blocks[std::size_t(y / 8 * 3 + x / 8)]));
        EXPECT_THAT(loaded.notes, testing::IsEmpty());
    }
}

TEST(LoadJpeg, FourMebibytesOfPixels) {
    JpegFile file{.blocks_across = 128, .blocks_down = 128, .components = "Y"};
    for (int i = 0; i < 128 * 128; ++i) file.blocks.push_back({static_cast<std::uint8_t>(i % 251)});
    const std::vector<Rgba8> colors = block_colors(load_image(file.encode(), "").image);
    ASSERT_EQ(colors.size(), file.blocks.size());
    for (std::size_t i = 0; i < colors.size(); ++i) ASSERT_EQ(colors[i].r, i % 251) << i;
}

TEST(LoadJpeg, Grey) {
    const JpegFile file{.blocks_across = 2, .components = "Y", .blocks = {{17}, {255}}};
    EXPECT_THAT(block_colors(load_image(file.encode(), "").image),
                ElementsAre(Rgba8{17, 17, 17, 255}, Rgba8{255, 255, 255, 255}));
}

TEST(LoadJpeg, CmykOfAdobeIsInverted) {
    const JpegFile file{.blocks_across = 3,
                        .components = "CMYK",
                        .blocks = {{255, 255, 255, 255}, {255, 0, 128, 255}, {200, 100, 50, 128}},
                        .segments = adobe_segment(0)};
    const LoadedImage loaded = load_image(file.encode(), "");
    EXPECT_THAT(block_colors(loaded.image),
                ElementsAre(Rgba8{255, 255, 255, 255}, Rgba8{255, 0, 128, 255}, Rgba8{100, 50, 25, 255}));
    EXPECT_THAT(loaded.notes, ElementsAre("CMYK colours were converted to RGB without a colour profile"));
}

TEST(LoadJpeg, AmbiguousCmykIsRefused) {
    JpegFile file{.components = "CMYK", .blocks = {{255, 255, 255, 255}}};
    expect_refused(file.encode(), {"bad: CMYK JPEG files without an Adobe marker are not supported"});
    file.segments = adobe_segment(1);
    expect_refused(file.encode(), {"CMYK"});
}

TEST(LoadJpeg, AColorProfileIsNoted) {
    JpegFile file = six_blocks();
    file.segments = jpeg_segment(0xE2, std::string("ICC_PROFILE\0\1\1", 14));
    EXPECT_THAT(load_image(file.encode(), "").notes,
                ElementsAre("the embedded colour profile was ignored: it is damaged"));
}

TEST(LoadJpeg, IsTurnedUprightByItsExifData) {
    // a b c d e f as seen by the sensor
    const auto b = six_blocks().blocks;
    const std::vector<std::pair<int, std::vector<int>>> turned{
        {24, {0, 1, 2, 3, 4, 5}}, {24, {2, 1, 0, 5, 4, 3}}, {24, {5, 4, 3, 2, 1, 0}},
        {24, {3, 4, 5, 0, 1, 2}}, {16, {0, 3, 1, 4, 2, 5}}, {16, {3, 0, 4, 1, 5, 2}},
        {16, {5, 2, 4, 1, 3, 0}}, {16, {2, 5, 1, 4, 0, 3}}};
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const bool big_endian : {false, true}) {
            JpegFile file = six_blocks();
            file.segments = exif_segment(orientation, big_endian);
            const Image image = load_image(file.encode(), "").image;
            const auto& [width, order] = turned[std::size_t(orientation - 1)];
            EXPECT_EQ(image.width(), width);
            std::vector<Rgba8> expected;
            for (const int i : order) expected.push_back(color_of(b[std::size_t(i)]));
            EXPECT_EQ(block_colors(image), expected) << orientation;
        }
}

TEST(LoadJpeg, InvalidOrientationsAreIgnored) {
    for (const std::string& segments : {exif_segment(0), exif_segment(9), exif_segment(6).substr(0, 20),
                                        jpeg_segment(0xE1, std::string("Exif\0\0MM", 8)),
                                        jpeg_segment(0xE1, "http://ns.adobe.com/xap/1.0/")}) {
        JpegFile file = six_blocks();
        file.segments = segments;
        if (segments.size() == 20) file.segments = jpeg_segment(0xE1, segments.substr(4));
        EXPECT_EQ(load_image(file.encode(), "").image.width(), 24);
    }
}

TEST(LoadJpegDamaged, DataThatEndEarlyAreRefused) {
    JpegFile file = six_blocks();
    file.blocks.clear();
    expect_refused(file.encode(), {"damaged JPEG file (it is cut short)"});
    file.progressive = true;
    expect_refused(file.encode(), {"damaged JPEG file (it is cut short)"});
}

TEST(LoadJpegDamaged, DataMissingInTheMiddleAreNoticed) {
    std::mt19937 random(1);
    Image noise(96, 80);
    for (Rgba8& pixel : noise.pixels()) {
        const auto value = static_cast<std::uint32_t>(random());
        pixel = {std::uint8_t(value), std::uint8_t(value >> 8), std::uint8_t(value >> 16), 255};
    }
    for (const int quality : {60, 95}) { // with colour at half and at full resolution
        const auto whole = encode_image(noise, ImageFormat::jpeg, {.jpeg_quality = quality});
        EXPECT_EQ(load_image(whole, "whole.jpg").image.width(), 96);
        for (std::size_t tenth = 2; tenth < 8; ++tenth) {
            auto cut = whole;
            const auto from = cut.begin() + std::ptrdiff_t(cut.size() * tenth / 10);
            cut.erase(from, from + std::ptrdiff_t(cut.size() / 10));
            expect_refused(cut, {"bad: damaged"});
        }
    }
}

TEST(LoadJpegDamaged, SaysWhatIsWrong) {
    JpegFile file = six_blocks();
    file.quantization.clear();
    expect_refused(file.encode(), {"Quantization table", "not defined"});

    file = six_blocks();
    std::string table(17, '\1');
    table += std::string(300, '\0');
    table[1] = '\xFF', table[2] = '\x1F'; // 255 + 31 + 14 symbols, of which a table has at most 256
    file.segments = jpeg_segment(0xC4, table);
    expect_refused(file.encode(), {"Huffman table"});

    file.segments = jpeg_segment(0xDA, std::string("\1R\0\0\0\0", 6));
    expect_refused(file.encode(), {"SOS before SOF"});
    file.segments = jpeg_segment(0xC0, std::string("\x08\0\x08\0\x08\1\1\x11\0", 9));
    expect_refused(file.encode(), {"two SOF markers"});
    file.segments = jpeg_segment(0xFE, "") + "stray bytes";
    expect_refused(file.encode(), {"bad: damaged JPEG file (a marker is missing)"});
}

TEST(LoadJpeg, UnsupportedKindsAreNamed) {
    const auto whole = six_blocks().encode();
    constexpr std::array frame_marker{std::byte{0xFF}, std::byte{0xC0}};
    const auto frame =
        std::search(whole.begin(), whole.end(), frame_marker.begin(), frame_marker.end()) - whole.begin();
    for (const int kind : {0xC3, 0xC5, 0xC9, 0xCF}) {
        auto file = whole;
        file[std::size_t(frame + 1)] = std::byte(kind);
        expect_refused(file,
                       {"bad: lossless, hierarchical and arithmetic-coded JPEG files are not supported"});
    }
    auto deep = whole;
    deep[std::size_t(frame + 4)] = std::byte{12};
    expect_refused(deep, {"bad: JPEG files with other than 8 bits per channel are not supported"});
    const JpegFile two{.components = "YA", .blocks = {{1, 2}}};
    expect_refused(two.encode(), {"bad: JPEG files with 2 components are not supported"});
}

TEST(LoadJpegSize, IsCheckedAgainstTheLimitOfTheLibrary) {
    constexpr std::array head{std::byte{0xFF}, std::byte{0xC0}};
    for (const int height : {65501, 65535}) {
        auto file = six_blocks().encode();
        const auto frame = std::search(file.begin(), file.end(), head.begin(), head.end());
        frame[5] = std::byte(height >> 8);
        frame[6] = std::byte(height & 255);
        expect_refused(file, {"24 x " + std::to_string(height) + " pixels are too many: a side"});
        expect_error(
            [&] { load_image(file, "", LoadLimits::widest()); }, ErrorKind::input,
            {"24 x " + std::to_string(height) + " pixels are more than the decoder of JPEG files reads"});
    }
}

TEST(LoadJpegSize, IsCheckedBeforeAnythingIsDecoded) {
    JpegFile file = six_blocks();
    EXPECT_NO_THROW(load_image(file.encode(), "", {.max_side = 24, .max_pixels = 384}));
    expect_error([&] { load_image(file.encode(), "big.jpg", {.max_side = 23}); }, ErrorKind::input,
                 {"big.jpg: 24 x 16 pixels are too many"});
    expect_error([&] { load_image(file.encode(), "big.jpg", {.max_pixels = 383}); }, ErrorKind::input,
                 {"24 x 16"});
}

}
}
