#include "image/encode.h"

#include "expect_error.h"
#include "image/animation.h"
#include "image/load.h"

#include <gif_lib.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr LoadLimits all_frames{.max_frames = 1000};

/// Frames of at most `colors` colours, in which some pixels change, or appear and vanish if transparency is
/// allowed.
Image random_frames(int width, int height, int frames, unsigned colors, bool clear, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, frames * height);
    const std::size_t size = std::size_t(width) * std::size_t(height);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto value = static_cast<std::uint8_t>(random() % colors);
        const bool same = i >= size && random() % 4 != 0;
        if (same)
            image.pixels()[i] = image.pixels()[i - size];
        else if (!clear || random() % 3 != 0)
            image.pixels()[i] = {value, static_cast<std::uint8_t>(2 * value), 7, 255};
    }
    return image;
}

Animation steady(std::size_t frames) { return {.delays = std::vector<Delay>(frames, {4, 100}), .plays = 0}; }

std::vector<std::byte> gif_of(const Image& image, const Animation& animation = {}) {
    return encode_image(image, ImageFormat::gif, {.animation = animation});
}

void expect_read_back(const Image& image, const Animation& animation) {
    const LoadedImage loaded = load_image(gif_of(image, animation), "a.gif", all_frames);
    EXPECT_THAT(loaded.image.pixels(), ElementsAreArray(image.pixels()));
    EXPECT_EQ(loaded.image.width(), image.width());
    EXPECT_EQ(loaded.animation, animation);
}

/// Reads the file by giflib.
std::unique_ptr<GifFileType, void (*)(GifFileType*)> read_gif(std::vector<std::byte>& file) {
    const auto read = [](GifFileType* gif, GifByteType* target, int size) {
        auto& rest = *static_cast<std::vector<std::byte>*>(gif->UserData);
        const std::size_t count = std::min(rest.size(), std::size_t(size));
        std::copy_n(reinterpret_cast<const GifByteType*>(rest.data()), count, target);
        rest.erase(rest.begin(), rest.begin() + std::ptrdiff_t(count));
        return int(count);
    };
    std::unique_ptr<GifFileType, void (*)(GifFileType*)> gif(
        DGifOpen(&file, read, nullptr), [](GifFileType* open) { DGifCloseFile(open, nullptr); });
    EXPECT_EQ(DGifSlurp(gif.get()), GIF_OK);
    return gif;
}

TEST(EncodeGif, FramesAreReadBackExactly) {
    for (unsigned seed = 1; seed <= 8; ++seed)
        for (const unsigned colors : {1u, 2u, 5u, 100u, 250u})
            for (const bool clear : {false, true})
                expect_read_back(random_frames(19, 13, 6, colors, clear, seed), steady(6));
}

TEST(EncodeGif, TwoHundredAndFiftySixColorsAreReadBack) {
    Image image(16, 48); // three frames, and no room for transparency
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = {static_cast<std::uint8_t>(i + i / 256), 3, 4, 255};
    expect_read_back(image, steady(3));
    image.pixels()[5] = {1, 1, 1, 255};
    expect_error([&] { gif_of(image, steady(3)); }, ErrorKind::output,
                 {"a GIF file holds at most 256 colours", "the picture has 257"});
}

TEST(EncodeGif, DelaysAndPlaysAreReadBack) {
    const Image image = random_frames(3, 2, 3, 4, false, 1);
    for (const std::uint32_t plays : {0u, 1u, 2u, 65536u})
        expect_read_back(image, {.delays = {{0, 100}, {1, 100}, {65535, 100}}, .plays = plays});
}

TEST(EncodeGif, APictureIsOneFrame) {
    for (const bool clear : {false, true}) {
        const Image image = random_frames(31, 7, 1, 90, clear, 5);
        auto file = gif_of(image);
        EXPECT_THAT(load_image(file, "a.gif", all_frames).image.pixels(), ElementsAreArray(image.pixels()));
        EXPECT_EQ(read_gif(file)->ImageCount, 1);
    }
}

TEST(EncodeGif, AFrameHoldsOnlyTheChangedBox) {
    Image image = random_frames(9, 8, 1, 50, false, 2);
    std::vector<Rgba8> pixels;
    for (int i = 0; i < 3; ++i) pixels.insert(pixels.end(), image.pixels().begin(), image.pixels().end());
    Image frames(9, 24, pixels);
    frames.pixels()[72 + 9 * 2 + 3] = frames.pixels()[72 + 9 * 4 + 5] = {1, 2, 3, 255};
    frames.pixels()[144 + 9 * 2 + 3] = frames.pixels()[144 + 9 * 4 + 5] = {1, 2, 3, 255};
    expect_read_back(frames, steady(3));
    auto file = gif_of(frames, steady(3));
    const auto gif = read_gif(file);
    ASSERT_EQ(gif->ImageCount, 3);
    const auto box = [&](int i) {
        const GifImageDesc& place = gif->SavedImages[i].ImageDesc;
        return std::array{place.Left, place.Top, place.Width, place.Height};
    };
    EXPECT_THAT(box(0), ElementsAre(0, 0, 9, 8));
    EXPECT_THAT(box(1), ElementsAre(3, 2, 3, 3));
    EXPECT_THAT(box(2), ElementsAre(0, 0, 1, 1)); // the smallest possible frame
}

TEST(EncodeGif, GivenEntriesKeepTheirIndices) {
    const std::vector<Rgba8> entries{{9, 9, 9, 255}, {}, {5, 5, 5, 255}, {7, 7, 7, 255}};
    auto file =
        encode_gif({.width = 2, .height = 1, .indices = {std::byte{3}, std::byte{1}}, .entries = entries});
    const auto gif = read_gif(file);
    EXPECT_EQ(gif->SColorMap->ColorCount, 4);
    EXPECT_EQ(gif->SColorMap->Colors[2].Red, 5);
    EXPECT_EQ(gif->SavedImages[0].RasterBits[0], 3);
    EXPECT_EQ(gif->SavedImages[0].RasterBits[1], 1);
}

TEST(EncodeGif, UnsupportedPicturesAreRefused) {
    expect_error(
        [] {
            gif_of(Image(1, 1, {{1, 2, 3, 128}}));
        },
        ErrorKind::output, {"partially transparent", "an alpha threshold or a matte"});
    expect_error([] { gif_of(Image(65536, 1)); }, ErrorKind::output, {"too large for a GIF file"});
}

using testing::ElementsAre;

TEST(Animation, FramesLieBelowEachOther) {
    Image image(1, 6);
    for (std::uint8_t i = 0; i < 6; ++i) image.pixels()[i].r = i;
    const ImageView frame = frame_of(image, 3, 1);
    EXPECT_EQ(frame.width, 1);
    EXPECT_EQ(frame.height, 2);
    EXPECT_THAT(frame.pixels, ElementsAre(Rgba8{.r = 2}, Rgba8{.r = 3}));
}

TEST(Animation, TooShortDelaysLastATenthOfASecond) {
    EXPECT_EQ(shown_seconds({}), 0.1);
    EXPECT_EQ(shown_seconds({1, 100}), 0.1);
    EXPECT_EQ(shown_seconds({2, 100}), 0.02);
    EXPECT_EQ(shown_seconds({1, 60}), 1.0 / 60);
    EXPECT_EQ(shown_seconds({65535, 1}), 65535);
}

TEST(Animation, HundredthsKeepTheTimesOfFrames) {
    const std::vector<Delay> thirds(6, Delay{1, 30});
    EXPECT_THAT(in_hundredths(thirds), ElementsAre(3, 4, 3, 3, 4, 3));
    const std::vector<Delay> exact{{7, 100}, {0, 100}, {1, 1000}, {9, 1}, {65535, 1}};
    EXPECT_THAT(in_hundredths(exact), ElementsAre(7, 0, 0, 900, 65535));
}

}
}
