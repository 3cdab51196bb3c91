#include "decode/decode_here.h"
#include "image/jpeg_files.h"
#include "image/loading.h"
#include "image/picture_files.h"
#include "image/png_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>
#include <random>

namespace huedrift::apng_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

std::vector<Rgba8> pixels_of(const ApngFile& file) {
    const LoadedImage loaded = load_image(file.encode(), "test.png", all_frames);
    EXPECT_EQ(loaded.animation.frames(), file.frames.size());
    return {loaded.image.pixels().begin(), loaded.image.pixels().end()};
}

ApngFrame pixel(int left, Rgba8 color, int dispose = 0, int blend = 0) {
    return {.left = left, .image = Image(1, 1, {color}), .dispose = dispose, .blend = blend};
}
ApngFrame first(Rgba8 left, Rgba8 right, int dispose = 0) {
    return {.image = Image(2, 1, {left, right}), .dispose = dispose};
}

TEST(LoadApng, FramesAreComposed) {
    EXPECT_THAT(pixels_of({.frames = {first(red, none), pixel(1, green), pixel(0, blue)}}),
                ElementsAre(red, none, red, green, blue, green));
    EXPECT_THAT(pixels_of({.frames = {first(red, red, 1), pixel(1, green, 1), pixel(0, blue)}}),
                ElementsAre(red, red, none, green, blue, none));
    EXPECT_THAT(pixels_of({.frames = {first(red, none), pixel(0, green, 2), pixel(1, blue)}}),
                ElementsAre(red, none, green, none, red, blue));
    EXPECT_THAT(pixels_of({.frames = {first(red, green, 2), pixel(0, blue)}}),
                ElementsAre(red, green, blue, none));
}

TEST(LoadApng, FramesReplaceOrBlend) {
    constexpr Rgba8 veil{0, 0, 255, 51};
    EXPECT_THAT(pixels_of({.frames = {first(red, none), pixel(0, veil), pixel(0, none)}}),
                ElementsAre(red, none, veil, none, none, none));
    EXPECT_THAT(pixels_of({.frames = {first(red, none), pixel(0, veil, 0, 1), pixel(1, veil, 0, 1),
                                      pixel(1, none, 0, 1), pixel(1, veil, 0, 1)}}),
                ElementsAre(red, none, Rgba8{204, 0, 51, 255}, none, Rgba8{204, 0, 51, 255}, veil,
                            Rgba8{204, 0, 51, 255}, veil, Rgba8{204, 0, 51, 255}, Rgba8{0, 0, 255, 92}));
}

TEST(LoadApng, DelaysAndPlaysAreRead) {
    ApngFile file{.frames = {first(red, red), pixel(0, green), pixel(0, blue)}, .plays = 7};
    file.frames[0].numerator = 1;
    file.frames[0].denominator = 60;
    file.frames[1].numerator = 3;
    file.frames[1].denominator = 0;
    const Animation animation = load_image(file.encode(), "", all_frames).animation;
    EXPECT_THAT(animation.delays, ElementsAre(Delay{1, 60}, Delay{3, 100}, Delay{0, 100}));
    EXPECT_EQ(animation.plays, 7u);
}

TEST(LoadApng, TheDefaultPictureMayBeNoFrame) {
    const ApngFile file{.frames = {first(red, green), first(blue, none)}, .hidden_picture = true};
    EXPECT_THAT(pixels_of(file), ElementsAre(red, green, blue, none));
}

TEST(LoadApng, ASingleFrameIsAPicture) {
    const ApngFile file{.frames = {first(red, green), pixel(0, blue)}};
    const LoadedImage loaded = load_image(file.encode(), "");
    EXPECT_THAT(loaded.image.pixels(), ElementsAre(red, green));
    EXPECT_THAT(loaded.notes, ElementsAre("only the first frame of the animation was read"));
}

TEST(LoadApng, ContradictoryChunksLeaveAPicture) {
    const auto whole = png_chunks(ApngFile{.frames = {first(red, green), pixel(1, blue)}}.encode());
    ASSERT_EQ(whole.size(), 7u); // IHDR acTL fcTL IDAT fcTL fdAT IEND
    const auto expect_picture = [&](std::size_t chunk, std::size_t byte, char value) {
        auto chunks = whole;
        chunks[chunk].data[byte] = value;
        const LoadedImage loaded = load_image(png_of(chunks), "", all_frames);
        EXPECT_EQ(loaded.animation, Animation()) << chunk << ' ' << byte;
        EXPECT_THAT(loaded.image.pixels(), ElementsAre(red, green));
        EXPECT_EQ(loaded.notes.size(), 1u);
    };
    expect_picture(1, 3, 3); // more frames than there are
    expect_picture(2, 3, 1); // numbers out of order
    expect_picture(5, 3, 9);
    expect_picture(2, 7, 1); // the first frame narrower than its data
    expect_picture(4, 7, 9); // a frame beyond the picture
    expect_picture(4, 12, '\x7F');
    expect_picture(4, 7, 0); // without pixels
    for (const std::size_t chunk : {1u, 4u, 5u}) {
        auto chunks = whole;
        chunks[chunk].data.resize(3);
        EXPECT_EQ(load_image(png_of(chunks), "", all_frames).animation, Animation());
    }
}

TEST(LoadApng, FramesAreTurnedUprightOneByOne) {
    auto chunks = png_chunks(ApngFile{.frames = {first(red, green), pixel(1, blue)}}.encode());
    chunks.insert(chunks.begin() + 1, {"eXIf", exif_tiff(8, true)}); // turned by a quarter to the left
    const LoadedImage loaded = load_image(png_of(chunks), "", all_frames);
    EXPECT_EQ(loaded.image.width(), 1);
    EXPECT_THAT(loaded.image.pixels(), ElementsAre(green, red, blue, red));
}

TEST(LoadApng, SixteenBitFramesAreRoundedLikePictures) {
    PngFile deep{.width = 2, .height = 1, .color_type = PNG_COLOR_TYPE_RGB, .bit_depth = 16};
    deep.samples = {0x1280, 0x1281, 0x12FF, 0xFF7E, 0xFF7F, 0xFFFF};
    const auto chunks = png_chunks(deep.encode());
    const auto whole = png_chunks(ApngFile{.frames = {first(red, green), first(red, blue)}}.encode());
    // The frames of one with the pixels of the other.
    auto mixed = whole;
    mixed[0] = chunks[0];
    mixed[3] = chunks[1];
    mixed[5].data.replace(4, std::string::npos, chunks[1].data);
    const auto picture = load_image(deep.encode(), "").image;
    const LoadedImage loaded = load_image(png_of(mixed), "", all_frames);
    ASSERT_EQ(loaded.animation.frames(), 2u);
    for (const std::size_t frame : {0u, 1u})
        EXPECT_THAT(frame_of(loaded.image, 2, frame).pixels, ElementsAreArray(picture.pixels()));
}

TEST(LoadApng, AnUnknownNumberOfFramesIsRead) {
    auto chunks = png_chunks(ApngFile{.frames = {first(red, green), pixel(1, blue)}}.encode());
    chunks[1].data.replace(0, 4, "\xFF\xFF\xFF\xFF");
    EXPECT_EQ(load_image(png_of(chunks), "", all_frames).animation.frames(), 2u);
}

TEST(LoadApng, FramesThatCannotBeDecodedAreRefused) {
    auto chunks = png_chunks(ApngFile{.frames = {first(red, green), pixel(1, blue)}}.encode());
    chunks[5].data.resize(9);
    expect_error([&] { load_image(png_of(chunks), "a.png", all_frames); }, ErrorKind::input,
                 {"a.png: damaged PNG file (a frame cannot be decoded)"});
}

TEST(LoadApng, FramesAreCountedBeforeAnythingIsDecoded) {
    ApngFile file{.frames = {{.image = Image(900, 800)}}};
    for (int i = 0; i < 99; ++i) file.frames.push_back(pixel(0, blue));
    const auto bytes = file.encode();
    expect_error([&] { load_image(bytes, "a.png", all_frames); }, ErrorKind::input,
                 {"a.png: 100 frames with 72000000 pixels in total are too many"});
    expect_error([&] { load_image(bytes, "a.png", {.max_frames = 99}); }, ErrorKind::input,
                 {"a.png: 100 frames are too many: an animation may have at most 99"});
}

TEST(LoadApng, AChangedByteGivesFramesOrARefusal) {
    const auto whole = png_chunks(ApngFile{.frames = {first(red, green), pixel(1, blue, 1, 1)}}.encode());
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
        auto chunks = whole;
        auto& data = chunks[random() % (chunks.size() - 1)].data;
        data[random() % data.size()] = static_cast<char>(random());
        try {
            decode_here(png_of(chunks), "a", {.max_pixels = 100'000, .max_frames = 50});
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
        }
    }
}

}
}
