#include "image/encode_apng.h"

#include "expect_error.h"
#include "image/load.h"
#include "image/pixels.h"
#include "image/png_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

using testing::ElementsAreArray;

constexpr int width = 17, height = 9, frames = 4;

/// Frames of noise, of which the second has a changed pixel and the third none.
Image noisy_frames(bool opaque) {
    Image image(width, frames * height, noise_pixels(width * frames * height, 3));
    const auto size = std::ptrdiff_t(width) * height;
    const auto begin = image.pixels().begin();
    std::copy_n(begin, size, begin + size);
    image.pixels()[std::size_t(size + 5 * width + 3)] = {1, 2, 3, 4};
    std::copy_n(begin + size, size, begin + 2 * size);
    for (Rgba8& pixel : image.pixels())
        if (opaque || pixel.a == 0) pixel.a = 255;
    return image;
}

const Animation timing{.delays = {{1, 60}, {0, 100}, {65535, 1}, {4, 25}}, .plays = 2};

std::vector<std::string> types_of(const std::vector<std::byte>& file) {
    std::vector<std::string> types;
    for (const PngChunk& chunk : png_chunks(file)) types.push_back(chunk.type);
    return types;
}

TEST(EncodeApng, FramesAreReadBackExactly) {
    for (const bool opaque : {false, true}) {
        const Image image = noisy_frames(opaque);
        const auto file = encode_image(image, ImageFormat::apng, {.animation = timing});
        const LoadedImage loaded = load_image(file, "a.png", {.max_frames = 100});
        EXPECT_THAT(loaded.image.pixels(), ElementsAreArray(image.pixels()));
        EXPECT_EQ(loaded.animation, timing);
        EXPECT_THAT(read_through_libpng(file).pixels(), ElementsAreArray(frame_of(image, frames, 0).pixels));
    }
}

TEST(EncodeApng, IndexedFramesHaveOnePalette) {
    Image image = noisy_frames(false);
    for (Rgba8& p : image.pixels()) p = {std::uint8_t(p.r & 0xE0), std::uint8_t(p.g & 0x80), 0, 255};
    image.pixels()[7] = {};
    const std::vector<EncodeOptions> both{{.indexed = true, .animation = timing},
                                          {.indexed = true, .settings = "s", .animation = timing}};
    for (const EncodeOptions& options : both) {
        const auto file = encode_image(image, ImageFormat::apng, options);
        EXPECT_EQ(std::ranges::count(types_of(file), "PLTE"), 1);
        EXPECT_THAT(load_image(file, "a.png", {.max_frames = 100}).image.pixels(),
                    ElementsAreArray(image.pixels()));
        EXPECT_EQ(load_image(file, "a.png").settings, options.settings);
    }
}

TEST(EncodeApng, AFrameHoldsOnlyTheChangedBox) {
    const auto file = encode_image(noisy_frames(true), ImageFormat::apng, {.animation = timing});
    std::vector<std::string> boxes;
    for (const PngChunk& chunk : png_chunks(file))
        if (chunk.type == "fcTL") boxes.push_back(chunk.data.substr(4, 16));
    const auto box = [](char wide, char high, char left, char top) {
        return std::string{0, 0, 0, wide, 0, 0, 0, high, 0, 0, 0, left, 0, 0, 0, top};
    };
    EXPECT_THAT(boxes, testing::ElementsAre(box(width, height, 0, 0), box(1, 1, 3, 5), box(1, 1, 0, 0),
                                            box(width, height, 0, 0)));
}

TEST(EncodeApng, APictureIsAPngFile) {
    const Image image = noisy_frames(false);
    EXPECT_EQ(encode_image(image, ImageFormat::apng), encode_image(image, ImageFormat::png));
}

}
}
