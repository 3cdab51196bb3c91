#include "image/encode.h"
#include "image/load.h"
#include "image/pixels.h"
#include "image/png_files.h"
#include "image/save.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
namespace {

constexpr char grey = 0, rgb = 2, palette = 3, rgba = 6;

/// Each value at least once, and otherwise any of them at each pixel.
Image of_values(const std::vector<Rgba8>& values, int width, int height) {
    Image image(width, height);
    std::mt19937 random(7);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = values[i < values.size() ? i : random() % values.size()];
    return image;
}

std::vector<Rgba8> greys(const std::vector<int>& samples, bool with_transparent) {
    std::vector<Rgba8> values;
    if (with_transparent) values.emplace_back();
    for (const int sample : samples) {
        const auto channel = static_cast<std::uint8_t>(sample);
        values.push_back({channel, channel, channel, 255});
    }
    return values;
}

/// From 0 up to `last`.
std::vector<int> each(int step, int last) {
    std::vector<int> samples;
    for (int sample = 0; sample <= last; sample += step) samples.push_back(sample);
    return samples;
}

std::vector<std::byte> encoded(const Image& image, bool may_be_grey = true) {
    return encode_image(image, ImageFormat::png, {.grey = may_be_grey});
}

int bits_of(const std::vector<std::byte>& file) { return png_chunks(file)[0].data[8]; }
char type_of(const std::vector<std::byte>& file) { return png_chunks(file)[0].data[9]; }

/// Transparent pixels may have any colour.
void expect_same_picture(const std::vector<std::byte>& file, const Image& expected) {
    for (Image read : {read_through_libpng(file), load_image(file, "a.png").image}) {
        for (Rgba8& pixel : read.pixels())
            if (pixel.a == 0) pixel = {};
        EXPECT_TRUE(std::ranges::equal(read.pixels(), expected.pixels()));
    }
}

TEST(GreyPng, HasTheFewestBitsThatHoldTheGreysExactly) {
    struct Case {
        std::vector<int> samples;
        int bits;
    };
    for (const auto& [samples, bits] :
         {Case{{0, 255}, 1}, Case{{255}, 1}, Case{{85}, 2}, Case{each(85, 255), 2}, Case{{0, 17, 255}, 4},
          Case{each(17, 255), 4}, Case{{0, 1}, 8}, Case{{0, 128, 255}, 8}, Case{each(1, 255), 8}}) {
        const Image image = of_values(greys(samples, false), 37, 11);
        const auto file = encode_grey_png(*index_image(image));
        ASSERT_TRUE(file);
        EXPECT_EQ(type_of(*file), grey);
        EXPECT_EQ(bits_of(*file), bits);
        EXPECT_EQ(png_chunks(*file)[1].type, "IDAT");
        expect_same_picture(*file, image);
    }
}

TEST(GreyPng, TransparentPixelsHaveTheLeastFreeSample) {
    struct Case {
        std::vector<int> samples;
        int bits, transparent;
    };
    for (const auto& [samples, bits, transparent] :
         {Case{{}, 1, 0}, Case{{255}, 1, 0}, Case{{0}, 1, 1}, Case{{0, 255}, 2, 1}, Case{{0, 85, 255}, 2, 2},
          Case{each(85, 255), 4, 1}, Case{each(17, 255), 8, 1}, Case{each(1, 254), 8, 255}}) {
        const Image image = of_values(greys(samples, true), 37, 11);
        const auto file = encode_grey_png(*index_image(image));
        ASSERT_TRUE(file);
        EXPECT_EQ(bits_of(*file), bits);
        EXPECT_EQ(png_chunks(*file)[1].type, "tRNS");
        EXPECT_EQ(png_chunks(*file)[1].data, (std::string{'\0', static_cast<char>(transparent)}));
        expect_same_picture(*file, image);
    }
}

TEST(GreyPng, IsOfOpaqueGreysAndNothingElse) {
    const auto is_grey = [](Rgba8 other) {
        return encode_grey_png(*index_image(of_values({{0, 0, 0, 255}, {255, 255, 255, 255}, other}, 5, 5)))
            .has_value();
    };
    EXPECT_TRUE(is_grey({7, 7, 7, 255}));
    EXPECT_TRUE(is_grey({}));
    EXPECT_FALSE(is_grey({7, 7, 8, 255}));
    EXPECT_FALSE(is_grey({7, 8, 7, 255}));
    EXPECT_FALSE(is_grey({7, 7, 7, 128})) << "soft";
    EXPECT_FALSE(is_grey({0, 0, 0, 254})) << "soft";
    EXPECT_FALSE(is_grey({7, 7, 7, 0})) << "a hidden colour";
}

TEST(GreyPng, IsWrittenWhereItIsNotLarger) {
    // A scan in black and white; as many greys as a palette may have; of 16 greys, those of 4 bits, and
    // others.
    EXPECT_EQ(type_of(encoded(of_values(greys({0, 255}, false), 300, 200))), grey);
    EXPECT_EQ(type_of(encoded(of_values(greys({0, 255}, true), 300, 200))), grey);
    EXPECT_EQ(type_of(encoded(of_values(greys(each(1, 255), false), 300, 300))), grey);
    EXPECT_EQ(type_of(encoded(of_values(greys(each(17, 255), false), 300, 300))), grey);
    EXPECT_EQ(type_of(encoded(of_values(greys(each(16, 255), false), 300, 300))), palette) << "needs 8 bits";
    EXPECT_EQ(type_of(encoded(of_values(greys(each(16, 255), false), 4, 4))), grey) << "less than a palette";
    EXPECT_EQ(type_of(encoded(of_values({{1, 1, 1, 255}, {2, 2, 3, 255}}, 300, 300))), palette);
    EXPECT_EQ(type_of(encoded(of_values({{1, 1, 1, 255}, {1, 1, 1, 9}}, 1, 2))), rgba);
    std::mt19937 random(1);
    for (int turn = 0; turn < 30; ++turn) {
        std::vector<int> samples = each(std::vector{1, 5, 17, 51, 85, 255}[random() % 6], 255);
        std::ranges::shuffle(samples, random);
        samples.resize(1 + random() % std::min(samples.size(), std::size_t{200}));
        const int side = int(15 + random() % 40);
        const Image image = of_values(greys(samples, random() % 2 != 0), side, side);
        const auto file = encoded(image), other = encoded(image, false);
        EXPECT_LE(file.size(), other.size());
        if (type_of(file) != grey) {
            EXPECT_EQ(file, other);
        }
        expect_same_picture(file, image);
    }
}

TEST(GreyPng, KeepsWhatElseTheFileHas) {
    const Image image = of_values(greys({0, 255}, true), 30, 20);
    EncodeOptions options{.grey = true,
                          .settings = "radius 0.1",
                          .colors = {.srgb = true},
                          .resolution = Resolution{.x = 11811, .y = 11811}};
    for (const bool smallest : {false, true}) {
        options.smallest = smallest;
        const auto file = encode_image(image, ImageFormat::png, options);
        std::vector<std::string> types;
        for (const PngChunk& chunk : png_chunks(file)) types.push_back(chunk.type);
        EXPECT_THAT(types,
                    testing::ElementsAre("IHDR", "cICP", "sRGB", "pHYs", "tRNS", "iTXt", "IDAT", "IEND"));
        EXPECT_EQ(load_image(file, "a.png").settings, options.settings);
        EXPECT_TRUE(load_image(file, "a.png").resolution);
        expect_same_picture(file, image);
    }
}

TEST(GreyPng, IsNeverOneThatIsAskedToBeOtherwise) {
    const Image image = of_values(greys({0, 255}, false), 30, 20);
    const auto type = [&](ImageFormat format, EncodeOptions options) {
        options.grey = true;
        return type_of(encode_image(image, format, options));
    };
    EXPECT_EQ(type(ImageFormat::png, {.indexed = true}), palette);
    EXPECT_EQ(type(ImageFormat::png, {.truecolor = true}), rgb);
    EXPECT_EQ(type(ImageFormat::apng, {}), grey) << "no animation";
    const Animation timing{.delays = {{1, 60}, {4, 25}}};
    EXPECT_EQ(type(ImageFormat::apng, {.animation = timing}), rgb);
    EXPECT_EQ(type(ImageFormat::apng, {.smallest = true, .animation = timing}), palette);
}

}
}
