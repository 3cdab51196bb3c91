#include "base/parallel.h"
#include "expect_error.h"
#include "image/load.h"
#include "image/pixels.h"
#include "image/png_files.h"
#include "image/save.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

namespace huedrift {
namespace {

using testing::ElementsAreArray;

constexpr int side = 64;

/// Noise of eight colours.
Image few_colors(std::uint8_t alpha) {
    Image image(side, side, noise_pixels(side * side, 3));
    for (Rgba8& pixel : image.pixels())
        pixel = {std::uint8_t(pixel.r & 0x80), std::uint8_t(pixel.g & 0x80), std::uint8_t(pixel.b & 0x80),
                 alpha};
    return image;
}

/// A ramp with 4,096 colours.
Image ramp() {
    Image image(side, side);
    for (int i = 0; i < side * side; ++i)
        image.pixels()[std::size_t(i)] = {std::uint8_t(4 * (i % side)), std::uint8_t(4 * (i / side)),
                                          std::uint8_t(2 * (i % side + i / side)), 255};
    return image;
}

Image few_pixels_of_many_colors() {
    Image image(8, 8, noise_pixels(64, 3));
    for (Rgba8& pixel : image.pixels()) pixel.a = 255;
    return image;
}

/// The picture's scanlines take more than two mebibytes, as do its indices.
TEST(LargePng, IsTheSameStreamByAnyNumberOfThreads) {
    Image image(2000, 1700);
    const std::vector<Rgba8> noise = noise_pixels(4096, 5);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const Rgba8 pixel = noise[i * i / 977 % 4096];
        image.pixels()[i] = {std::uint8_t(pixel.r & 0x30), std::uint8_t(pixel.g & 0xc0), 7, 255};
    }
    for (const EncodeOptions& options : {EncodeOptions{.indexed = true}, EncodeOptions{.truecolor = true}}) {
        const auto file = encode_image(image, ImageFormat::png, options);
        std::vector<std::byte> by_one;
        with_threads(1, [&] { by_one = encode_image(image, ImageFormat::png, options); });
        EXPECT_EQ(file, by_one);
        EXPECT_TRUE(std::ranges::equal(load_image(file, "a").image.pixels(), image.pixels()));
    }
}

std::vector<std::byte> smallest(const Image& image) {
    return encode_image(image, ImageFormat::png, {.smallest = true});
}

char color_type(const std::vector<std::byte>& file) { return png_chunks(file)[0].data[9]; }

/// The filter of the second row.
int filter_of(const std::vector<std::byte>& file, int row_bytes) {
    std::string rows(std::size_t(side * (row_bytes + 1)), '\0');
    uLongf size = rows.size();
    for (const PngChunk& chunk : png_chunks(file)) {
        if (chunk.type != "IDAT") continue;
        EXPECT_EQ(::uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                               reinterpret_cast<const Bytef*>(chunk.data.data()), chunk.data.size()),
                  Z_OK);
    }
    EXPECT_EQ(size, rows.size());
    return rows[std::size_t(row_bytes) + 1];
}

TEST(SmallestPng, IsExactAndNotLarger) {
    Image soft = few_colors(255);
    soft.pixels()[5].a = 7;
    soft.pixels()[6] = {};
    for (const Image& image : {few_colors(255), few_colors(100), soft, ramp(), few_pixels_of_many_colors(),
                               Image(37, 41, noise_pixels(37 * 41, 5))}) {
        const auto file = smallest(image);
        EXPECT_THAT(read_through_libpng(file).pixels(), ElementsAreArray(image.pixels()));
        EXPECT_THAT(load_image(file, "a.png").image.pixels(), ElementsAreArray(image.pixels()));
        EXPECT_LE(file.size(), encode_image(image, ImageFormat::png).size());
    }
}

TEST(SmallestPng, HasAPaletteWhereThatIsSmaller) {
    constexpr char rgb = 2, palette = 3;
    EXPECT_EQ(color_type(smallest(few_colors(255))), palette);
    EXPECT_EQ(smallest(few_colors(255)),
              encode_image(few_colors(255), ImageFormat::png, {.indexed = true, .smallest = true}));
    EXPECT_EQ(color_type(smallest(few_pixels_of_many_colors())), rgb);
    EXPECT_EQ(color_type(smallest(ramp())), rgb);
}

TEST(SmallestPng, FiltersColorsWhereThatHelps) {
    EXPECT_EQ(filter_of(encode_image(ramp(), ImageFormat::png), 3 * side), 0);
    EXPECT_NE(filter_of(smallest(ramp()), 3 * side), 0);
    EXPECT_LT(smallest(ramp()).size(), encode_image(ramp(), ImageFormat::png).size() / 2);
}

TEST(SmallestPng, KeepsGivenEntriesAndSettings) {
    const Image image(3, 1, {{9, 9, 9, 255}, {1, 1, 1, 255}, {9, 9, 9, 255}});
    const IndexedImage indices{.width = 3,
                               .height = 1,
                               .indices = {std::byte{0}, std::byte{2}, std::byte{0}},
                               .entries = {{9, 9, 9, 255}, {5, 5, 5, 255}, {1, 1, 1, 255}}};
    const auto file = encode_image(image, ImageFormat::png,
                                   {.indexed = true, .smallest = true, .indices = &indices, .settings = "s"});
    EXPECT_EQ(png_chunks(file)[1].data, std::string("\11\11\11\5\5\5\1\1\1", 9));
    EXPECT_EQ(load_image(file, "a.png").settings, "s");
}

TEST(SmallestPng, AnimationsHaveOnePaletteIfItFits) {
    const Animation timing{.delays = {{1, 60}, {4, 25}}, .plays = 2};
    Image noise(16, 64, noise_pixels(16 * 64, 3));
    for (const auto& [image, palettes] : {std::pair(few_colors(255), 1), {noise, 0}}) {
        EXPECT_EQ(
            std::ranges::count(png_chunks(encode_image(image, ImageFormat::apng, {.animation = timing})),
                               "PLTE", &PngChunk::type),
            0);
        const auto file = encode_image(image, ImageFormat::apng, {.smallest = true, .animation = timing});
        const auto chunks = png_chunks(file);
        EXPECT_EQ(std::ranges::count(chunks, "PLTE", &PngChunk::type), palettes);
        EXPECT_THAT(load_image(file, "a.png", {.max_frames = 100}).image.pixels(),
                    ElementsAreArray(image.pixels()));
        EXPECT_LE(file.size(), encode_image(image, ImageFormat::apng, {.animation = timing}).size());
    }
}

TEST(SmallestPng, IsForPngOnly) {
    for (const ImageFormat format :
         {ImageFormat::jpeg, ImageFormat::bmp, ImageFormat::webp, ImageFormat::gif})
        expect_error([&] { encode_image(few_colors(255), format, {.smallest = true}); }, ErrorKind::usage,
                     {"PNG"});
}

}
}
