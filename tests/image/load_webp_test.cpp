#include "decode/decode_here.h"
#include "image/encoded_files.h"
#include "image/jpeg_files.h"
#include "image/loading.h"
#include "image/pixels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <webp/decode.h>

namespace huedrift::webp_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using namespace std::string_literals;

constexpr std::uint8_t profile_flag = 0x20, alpha_flag = 0x10, exif_flag = 0x08, animation_flag = 0x02;

/// Colours that compress, with edges and some transparency.
Image picture(int width, int height) {
    Image image(width, height, noise_pixels(std::size_t(width * height), 3));
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        if (i % 5 != 0) image.pixels()[i] = {static_cast<std::uint8_t>(7 * i), 40, 200, 255};
    return image;
}

/// Decodes by libwebp's simplest function.
std::vector<Rgba8> reference_pixels(const std::vector<std::byte>& file) {
    int width = 0, height = 0;
    std::uint8_t* const rgba =
        WebPDecodeRGBA(reinterpret_cast<const std::uint8_t*>(file.data()), file.size(), &width, &height);
    const auto* const first = reinterpret_cast<const Rgba8*>(rgba);
    std::vector<Rgba8> pixels(first, first + width * height);
    WebPFree(rgba);
    return pixels;
}

TEST(LoadWebp, EqualsTheReferenceDecoder) {
    for (const auto& [width, height] : {std::pair{1, 1}, {17, 5}, {64, 48}, {129, 70}})
        for (const bool lossless : {false, true}) {
            const auto file = webp_file(webp_chunks(picture(width, height), lossless));
            const LoadedImage loaded = load_image(file, "");
            EXPECT_EQ(loaded.image.width(), width);
            EXPECT_EQ(loaded.image.height(), height);
            EXPECT_THAT(loaded.notes, IsEmpty());
            EXPECT_THAT(pixels_of(file), ElementsAreArray(reference_pixels(file)));
        }
}

TEST(LoadWebp, ExifDataTurnThePicture) {
    const Image image(2, 1, {{255, 0, 0, 255}, {0, 255, 0, 255}});
    for (const std::string& header : {""s, "Exif\0\0"s}) {
        const auto file = webp_file(webp_extended(exif_flag, 2, 1) + webp_chunks(image, true) +
                                    webp_chunk("EXIF", header + exif_tiff(6, false)));
        const LoadedImage loaded = load_image(file, "");
        EXPECT_EQ(loaded.image.width(), 1);
        EXPECT_EQ(loaded.image.height(), 2);
        EXPECT_THAT(pixels_of(file), ElementsAre(image.pixels()[0], image.pixels()[1]));
    }
}

TEST(LoadWebp, ReadsTheFirstFrameOfAnAnimation) {
    const Image frame(1, 2, {red, green});
    const auto file = webp_file(webp_extended(animation_flag | alpha_flag, 4, 3) +
                                webp_chunk("ANIM", std::string(6, '\0')) + webp_frame(2, 0, frame) +
                                webp_frame(0, 0, picture(4, 3)));
    EXPECT_THAT(load_image(file, "").notes, ElementsAre("only the first frame of the animation was read"));
    EXPECT_THAT(pixels_of(file), ElementsAre(none, none, red, none,   //
                                             none, none, green, none, //
                                             none, none, none, none));
}

TEST(LoadWebp, FramesOfAnAnimationAreComposed) {
    const std::string loop("\0\0\0\0\3\0", 6); // shown three times
    const auto file =
        webp_file(webp_extended(animation_flag | alpha_flag, 3, 2) + webp_chunk("ANIM", loop) +
                  webp_frame(0, 0, Image(1, 2, {red, green})) + webp_frame(2, 0, Image(1, 1, {green})));
    const LoadedImage loaded = load_image(file, "", all_frames);
    EXPECT_EQ(loaded.animation.plays, 3u);
    EXPECT_THAT(loaded.notes, IsEmpty());
    EXPECT_THAT(loaded.image.pixels(), ElementsAre(red, none, none, green, none, none, //
                                                   red, none, green, green, none, none));
    EXPECT_THAT(loaded.animation.delays, ElementsAre(Delay{100, 1000}, Delay{100, 1000}));
    expect_error([&] { load_image(file, "", {.max_pixels = 11, .max_frames = 2}); }, ErrorKind::input,
                 {"2 frames with 12 pixels in total are too many"});
}

/// An animation of a picture of 2 x 1 pixels.
std::vector<std::byte> animation_of(const std::string& frames, int width = 2) {
    return webp_file(webp_extended(animation_flag | alpha_flag, width, 1) +
                     webp_chunk("ANIM", std::string(6, '\0')) + frames);
}

TEST(LoadWebp, FramesAreBlendedAndClearedAsTheySay) {
    constexpr char cleared = 1, replacing = 2;
    const Image below(2, 1, {red, red}), above(2, 1, {none, green});
    const auto second = [&](char flags_below, char flags_above) {
        const LoadedImage loaded = load_image(animation_of(webp_frame(0, 0, below, 100, flags_below) +
                                                           webp_frame(0, 0, above, 100, flags_above)),
                                              "", all_frames);
        const auto pixels = loaded.image.pixels();
        return std::vector<Rgba8>(pixels.begin() + 2, pixels.end());
    };
    EXPECT_THAT(second(0, 0), ElementsAre(red, green));
    EXPECT_THAT(second(0, replacing), ElementsAre(none, green));
    EXPECT_THAT(second(cleared, 0), ElementsAre(none, green));
}

TEST(LoadWebp, LongDelaysAreKept) {
    const Image frame(2, 1);
    const auto file = animation_of(webp_frame(0, 0, frame, 0) + webp_frame(0, 0, frame, 65535) +
                                   webp_frame(0, 0, frame, 65536) + webp_frame(0, 0, frame, 0xFFFFFF));
    EXPECT_THAT(load_image(file, "", all_frames).animation.delays,
                ElementsAre(Delay{0, 1000}, Delay{65535, 1000}, Delay{65, 1}, Delay{16777, 1}));
}

TEST(LoadWebpSize, ManyFramesAndLargeCanvasesAreRefused) {
    std::string frames;
    const std::string frame = webp_frame(0, 0, Image(1, 1));
    for (std::size_t i = 0; i <= LoadLimits::all_frames; ++i) frames += frame;
    expect_error([&] { load_image(animation_of(frames), "", {.max_frames = LoadLimits::all_frames}); },
                 ErrorKind::input, {"20001 frames are too many: an animation may have at most 20000"});
    EXPECT_EQ(load_image(animation_of(frames), "").image.height(), 1) << "the first frame alone";
    expect_refused(animation_of(frame, 1 << 24), {"16777216 x 1 pixels are too many"});
    const auto too_large = webp_file(webp_extended(animation_flag, 1 << 24, 1 << 24) +
                                     webp_chunk("ANIM", std::string(6, '\0')) + frame);
    expect_refused(too_large, {"bad: damaged WebP file ("});
}

TEST(LoadWebp, AProfileIsNoted) {
    const auto file = webp_file(webp_extended(profile_flag, 8, 8) + webp_chunk("ICCP", "not one") +
                                webp_chunks(picture(8, 8), true));
    EXPECT_THAT(load_image(file, "").notes,
                ElementsAre("the embedded colour profile was ignored: it is damaged"));
}

// The lengths of file and chunk hide the cut; libwebp notices it at the end of the data.
TEST(LoadWebpDamaged, ACutWithinThePixelsIsRefused) {
    const Image image(64, 64, noise_pixels(4096, 9));
    for (const bool lossless : {true, false}) {
        const std::string chunks = webp_chunks(image, lossless);
        const std::size_t chunk = chunks.rfind(lossless ? "VP8L" : "VP8 ");
        const std::string data = chunks.substr(chunk + 8, chunks.size() - chunk - 16);
        const std::string before = chunks.substr(0, chunk), name = chunks.substr(chunk, 4);
        expect_refused(webp_file(before + webp_chunk(name, data)), {"bad: damaged WebP file ("});
    }
}

TEST(LoadWebpDamaged, SaysWhatIsWrong) {
    const std::string chunks = webp_chunks(picture(2, 2), true);
    expect_refused(webp_file(""), {"bad: damaged WebP file (it is cut short)"});
    expect_refused(webp_file(webp_chunk("VP8L", "nonsense")), {"its parts contradict each other"});
    expect_refused(webp_file(webp_extended(0, 3, 2) + chunks), {"its parts contradict each other"});
    expect_refused(webp_file(webp_extended(animation_flag, 2, 2) + webp_frame(2, 2, picture(2, 2))),
                   {"its parts contradict each other"});
    auto wrong = webp_file(chunks);
    wrong[0] = std::byte{'r'};
    expect_refused(wrong, {"its parts contradict each other"});
}

TEST(LoadWebpSize, IsCheckedBeforeAnythingIsDecoded) {
    constexpr std::uint32_t most = 16383, sizes = (most - 1) | (most - 1) << 14;
    std::string header = "\x2F";
    for (int i = 0; i < 4; ++i) header += static_cast<char>(sizes >> 8 * i);
    expect_refused(webp_file(webp_chunk("VP8L", header + std::string(9, '\0'))),
                   {"16383 x 16383 pixels are too many"});
}

}
}
