#include "decode/decode_here.h"
#include "image/loading.h"
#include "image/picture_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace huedrift::gif_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

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
    expect_refused(file.encode(), {"bad: damaged GIF file (it has no pixel data)"});
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
    expect_refused(bytes, {"bad: damaged"});
}

TEST(LoadGifSize, IsCheckedBeforeAnythingIsDecoded) {
    GifFile file = two_by_two();
    file.width = file.height = 60000;
    expect_refused(file.encode(), {"60000 x 60000 pixels are too many"});
}

}
}

namespace huedrift::animated_gif_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

LoadedImage load(const GifFile& file) { return load_image(file.encode(), "test.gif", all_frames); }

std::vector<Rgba8> pixels_of_frames(const GifFile& file) {
    const LoadedImage loaded = load(file);
    return {loaded.image.pixels().begin(), loaded.image.pixels().end()};
}

void expect_refused(std::span<const std::byte> file, const LoadLimits& limits, const std::string& part) {
    expect_error([&] { decode_here(file, "bad", limits); }, ErrorKind::input, {"bad: ", part});
}

/// Two pixels; each frame draws some of them.
GifFile two_pixels(std::vector<GifFrame> frames) {
    return {.width = 2, .height = 1, .palette = {red, green, blue, white}, .frames = std::move(frames)};
}

GifFrame pixel(int left, std::uint8_t color, int disposal = 0) {
    return {.left = left, .width = 1, .height = 1, .indices = {color}, .disposal = disposal};
}

TEST(LoadAnimatedGif, FramesAreDrawnOverEarlierOnes) {
    EXPECT_THAT(pixels_of_frames(two_pixels({pixel(0, 0), pixel(1, 1), pixel(0, 2)})),
                ElementsAre(red, none, red, green, blue, green));
}

TEST(LoadAnimatedGif, DisposalToBackgroundLeavesTransparency) {
    EXPECT_THAT(pixels_of_frames(two_pixels({pixel(0, 0, 2), pixel(1, 1, 2), pixel(0, 2)})),
                ElementsAre(red, none, none, green, blue, none));
}

TEST(LoadAnimatedGif, DisposalToPreviousRestoresTheCanvas) {
    for (const int previous : {3, 4})
        EXPECT_THAT(pixels_of_frames(two_pixels({pixel(0, 0, 1), pixel(0, 1, previous), pixel(0, 2, previous),
                                                 pixel(1, 3), pixel(0, 1)})),
                    ElementsAre(red, none, green, none, blue, none, red, white, green, white));
    EXPECT_THAT(pixels_of_frames(two_pixels({pixel(0, 0, 3), pixel(1, 1)})),
                ElementsAre(red, none, none, green));
}

TEST(LoadAnimatedGif, TransparentPixelsShowTheFrameBefore) {
    GifFrame over{.width = 2, .height = 1, .indices = {3, 2}, .transparent = 3};
    EXPECT_THAT(pixels_of_frames(two_pixels({pixel(0, 0), over})), ElementsAre(red, none, red, blue));
}

TEST(LoadAnimatedGif, PartsBeyondThePictureAreCropped) {
    GifFrame large{.left = 1, .width = 2, .height = 2, .indices = {1, 2, 3, 0}, .disposal = 2};
    GifFrame away = pixel(7, 1, 2);
    EXPECT_THAT(pixels_of_frames(two_pixels({pixel(0, 0), large, away, pixel(0, 3)})),
                ElementsAre(red, none, red, green, red, none, white, none));
}

TEST(LoadAnimatedGif, DelaysAndPlaysAreRead) {
    GifFile file = two_pixels({pixel(0, 0), pixel(0, 1), pixel(0, 2)});
    file.frames[0].delay = 7;
    file.frames[1].delay = 1;
    file.frames[2].delay = 65535;
    EXPECT_THAT(load(file).animation.delays, ElementsAre(Delay{7, 100}, Delay{1, 100}, Delay{65535, 100}));
    for (const auto& [loops, plays] : {std::pair{-1, 1u}, {0, 0u}, {1, 2u}, {65535, 65536u}}) {
        file.loops = loops;
        EXPECT_EQ(load(file).animation.plays, plays);
    }
    EXPECT_THAT(load(file).notes, IsEmpty());
}

TEST(LoadAnimatedGif, OneFrameIsAPicture) {
    EXPECT_EQ(load(two_pixels({pixel(0, 0)})).animation, Animation());
    const GifFile file = two_pixels({pixel(0, 0), pixel(0, 1)});
    EXPECT_EQ(load_image(file.encode(), "").animation, Animation());
    EXPECT_EQ(load_image(file.encode(), "").image.height(), 1);
}

/// Composes the frames by the rules above, pixel by pixel.
std::vector<Rgba8> composed(const GifFile& file) {
    const auto width = std::size_t(file.width), height = std::size_t(file.height);
    std::vector<Rgba8> below(width * height), all;
    for (const GifFrame& frame : file.frames) {
        std::vector<Rgba8> shown = below, after = below;
        const std::vector<Rgba8>& palette = frame.palette.empty() ? file.palette : frame.palette;
        for (std::size_t i = 0; i < frame.indices.size(); ++i) {
            const std::size_t x = std::size_t(frame.left) + i % std::size_t(frame.width),
                              y = std::size_t(frame.top) + i / std::size_t(frame.width);
            if (x >= width || y >= height) continue;
            Rgba8& pixel = shown[y * width + x];
            if (frame.indices[i] != frame.transparent) pixel = palette[frame.indices[i]];
            if (frame.disposal < 2) after[y * width + x] = pixel;
            if (frame.disposal == 2) after[y * width + x] = {};
        }
        all.insert(all.end(), shown.begin(), shown.end());
        below = after;
    }
    return all;
}

GifFile random_animation(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned end) { return static_cast<int>(random() % end); };
    const auto palette = [&] {
        std::vector<Rgba8> colors(8);
        for (Rgba8& color : colors)
            color = {static_cast<std::uint8_t>(random()), static_cast<std::uint8_t>(random()), 9, 255};
        return colors;
    };
    GifFile file{.width = 13, .height = 11, .palette = palette()};
    for (int i = 0; i < 12; ++i) {
        GifFrame frame{.left = below(12), .top = below(10)};
        // A larger first frame decides the size of the picture.
        frame.width = 1 + below(unsigned(i == 0 ? 13 - frame.left : 13));
        frame.height = 1 + below(unsigned(i == 0 ? 11 - frame.top : 13));
        for (int n = 0; n < frame.width * frame.height; ++n)
            frame.indices.push_back(static_cast<std::uint8_t>(below(8)));
        if (below(3) == 0) frame.palette = palette();
        if (below(2) == 0) frame.transparent = below(8);
        frame.interlaced = below(2) == 0;
        frame.disposal = below(4);
        file.frames.push_back(frame);
    }
    return file;
}

TEST(LoadAnimatedGif, RandomFramesAreComposedByTheRules) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const GifFile file = random_animation(seed);
        EXPECT_THAT(pixels_of_frames(file), ElementsAreArray(composed(file))) << seed;
    }
}

TEST(LoadAnimatedGifDamaged, EveryTruncationIsRefused) {
    const auto file = random_animation(3).encode();
    for (std::size_t length = 0; length < file.size(); length += 7)
        expect_refused(std::span(file).first(length), all_frames, "");
}

TEST(LoadAnimatedGifDamaged, OneDamagedFrameDamagesTheFile) {
    GifFile file = two_pixels({pixel(0, 0), pixel(0, 1), pixel(0, 3)});
    file.palette = {red, green};
    expect_refused(file.encode(), all_frames, "a pixel has no colour");
    auto bytes = two_pixels({pixel(0, 0), pixel(0, 1)}).encode();
    const auto last = std::ranges::find(bytes.rbegin(), bytes.rend(), std::byte{0x2C}).base() - 1;
    last[5] = std::byte{0}; // its width
    expect_refused(bytes, all_frames, "a frame has no pixels");
}

TEST(LoadAnimatedGifDamaged, AChangedByteGivesFramesOrARefusal) {
    const auto whole = two_pixels({pixel(0, 0), pixel(1, 1, 2), pixel(0, 3)}).encode();
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (int value = 0; value < 256; value += 5) {
            auto bytes = whole;
            bytes[i] = std::byte(value);
            try {
                decode_here(bytes, "bad", {.max_pixels = 1'000'000, .max_frames = 100});
            } catch (const Error& error) {
                EXPECT_EQ(error.kind(), ErrorKind::input);
            }
        }
}

/// A file whose last frame is repeated this many times.
std::vector<std::byte> repeated(const GifFile& file, std::size_t times) {
    const auto whole = file.encode();
    const auto descriptor = std::ranges::find(whole.rbegin(), whole.rend(), std::byte{0x2C}).base() - 1;
    std::vector<std::byte> bytes(whole.begin(), descriptor);
    for (std::size_t i = 0; i < times; ++i) bytes.insert(bytes.end(), descriptor, whole.end() - 1);
    bytes.push_back(whole.back());
    return bytes;
}

TEST(LoadAnimatedGifSize, FramesAreCountedBeforeAnythingIsDecoded) {
    GifFile file = two_pixels({pixel(0, 0)});
    expect_refused(repeated(file, 3), {.max_frames = 2},
                   "3 frames are too many: an animation may have at most 2");
    expect_refused(repeated(file, 100'000), all_frames, "100000 frames are too many");
    file.width = file.height = 4000;
    const auto bomb = repeated(file, 100'000);
    expect_refused(bomb, {.max_frames = 200'000},
                   "100000 frames with 1600000000000 pixels in total are too many: an animation may have at "
                   "most 64000000 pixels");
    EXPECT_EQ(decode_here(bomb, "a.gif").pixels().size(), 16'000'000u);
}

TEST(LoadAnimatedGifSize, TheLimitOfFramesCanBeRaised) {
    const auto file = repeated(two_pixels({pixel(1, 1)}), 25'000);
    EXPECT_EQ(load_image(file, "a.gif", {.max_frames = 25'000}).image.height(), 25'000);
}

TEST(LoadAnimatedGifSize, FramesLargerThanThePictureCountInFull) {
    auto bytes = two_pixels({pixel(0, 0), pixel(0, 1)}).encode();
    const auto second = std::ranges::find(bytes.rbegin(), bytes.rend(), std::byte{0x2C}).base() - 1;
    std::fill_n(second + 5, 4, std::byte{0xFF}); // its width and height
    expect_refused(bytes, all_frames, "2 frames with 4294836226 pixels in total are too many");
}

}
}
