#include "expect_error.h"
#include "image/encoded_files.h"
#include "image/load.h"
#include "image/pixels.h"

#include <avif/avif.h>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libheif/heif.h>

namespace huedrift::heif_tests {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

Image noise(int width, int height, bool opaque = false) {
    Image image(width, height, noise_pixels(std::size_t(width * height), 5));
    if (opaque)
        for (Rgba8& p : image.pixels()) p.a = 255;
    return image;
}

/// Slow changes, which survive compression.
Image ramps(int width, int height) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.pixels()[std::size_t(y * width + x)] = {static_cast<std::uint8_t>(x * 255 / width),
                                                          static_cast<std::uint8_t>(y * 255 / height), 90,
                                                          255};
    return image;
}

std::vector<Rgba8> pixels_of(const Image& image) { return {image.pixels().begin(), image.pixels().end()}; }

void expect_refused(std::span<const std::byte> file, std::initializer_list<std::string> parts) {
    expect_error([&] { load_image(file, "bad"); }, ErrorKind::input, parts);
}

TEST(LoadAvif, LosslessFilesAreReadExactly) {
    for (const auto& [width, height] : {std::pair{1, 1}, {17, 5}, {70, 33}}) {
        const Image image = noise(width, height);
        const LoadedImage loaded = load_image(avif_file(image), "");
        EXPECT_THAT(pixels_of(loaded.image), ElementsAreArray(pixels_of(image)));
        EXPECT_THAT(loaded.notes, IsEmpty());
        EXPECT_EQ(loaded.profile.state, ProfileReport::State::srgb);
    }
}

TEST(LoadAvif, TenAndTwelveBitsAreRounded) {
    const Image image = noise(21, 8, true);
    for (const int depth : {10, 12}) {
        const LoadedImage loaded = load_image(avif_file(image, depth), "");
        EXPECT_THAT(pixels_of(loaded.image), ElementsAreArray(pixels_of(image)));
        EXPECT_THAT(loaded.notes, ElementsAre("16-bit channels were reduced to 8 bits"));
    }
}

// The eight orientations as libavif derives them from Exif data, read by libavif and, with another brand, by
// libheif.
TEST(LoadHeif, IsTurnedByItsProperties) {
    struct Turn {
        int orientation, quarters_left, mirror; // -1: none
    };
    const Rgba8 a{255, 0, 0, 255}, b{0, 255, 0, 255};
    const Image image(2, 1, {a, b});
    for (const Turn& turn :
         {Turn{1, 0, -1}, {2, 0, 1}, {3, 2, -1}, {4, 0, 0}, {5, 1, 0}, {6, 3, -1}, {7, 3, 0}, {8, 1, -1}}) {
        const auto change = [&](avifImage& avif) {
            avif.transformFlags =
                (turn.quarters_left ? AVIF_TRANSFORM_IROT : 0) | (turn.mirror >= 0 ? AVIF_TRANSFORM_IMIR : 0);
            avif.irot.angle = static_cast<std::uint8_t>(turn.quarters_left);
            avif.imir.mode = static_cast<std::uint8_t>(std::max(turn.mirror, 0));
        };
        const int orientation = turn.orientation;
        for (const auto& file : {avif_file(image, 8, change), av1_file_of("mif1", image, 8, change)}) {
            const Image upright = load_image(file, "").image;
            EXPECT_EQ(upright.width(), orientation >= 5 ? 1 : 2) << orientation;
            const bool swapped = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
            EXPECT_EQ(upright.pixels()[0], swapped ? b : a) << orientation;
        }
    }
}

TEST(LoadAvif, ColorsAreConverted) {
    const Image image(2, 1, {{0, 200, 0, 255}, {200, 200, 200, 255}});
    const auto p3 =
        avif_file(image, 8, [](avifImage& avif) { avif.colorPrimaries = AVIF_COLOR_PRIMARIES_SMPTE432; });
    const LoadedImage loaded = load_image(p3, "");
    EXPECT_EQ(loaded.profile.state, ProfileReport::State::converted);
    EXPECT_EQ(loaded.profile.name, "Display P3");
    EXPECT_NEAR(loaded.image.pixels()[0].g, 204, 1);
    EXPECT_EQ(loaded.image.pixels()[1], (Rgba8{200, 200, 200, 255}));
}

TEST(LoadHeic, EqualsLibheif) {
    const auto file = heic_file(ramps(66, 40));
    const LoadedImage loaded = load_image(file, "");
    heif_context* const context = heif_context_alloc();
    heif_context_read_from_memory_without_copy(context, file.data(), file.size(), nullptr);
    heif_image_handle* handle = nullptr;
    heif_context_get_primary_image_handle(context, &handle);
    heif_image* image = nullptr;
    heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nullptr);
    int stride = 0;
    const std::uint8_t* const plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    ASSERT_TRUE(plane);
    ASSERT_EQ(loaded.image.pixels().size(), 66u * 40u);
    for (int y = 0; y < 40; ++y)
        EXPECT_EQ(std::memcmp(&loaded.image.pixels()[std::size_t(66 * y)], plane + y * stride, 66 * 4), 0);
    heif_image_release(image);
    heif_image_handle_release(handle);
    heif_context_free(context);
}

TEST(LoadHeic, IsCloseToTheSource) {
    const Image image = ramps(64, 48);
    const LoadedImage loaded = load_image(heic_file(image), "");
    for (std::size_t i = 0; i < image.pixels().size(); i += 97)
        EXPECT_NEAR(loaded.image.pixels()[i].g, image.pixels()[i].g, 12);
}

// libavif refuses these files, so libheif reads them, in the child that cannot start threads.
TEST(LoadHeif, Av1IsReadExactlyForAnyBrand) {
    for (const char* const brand : {"mif1", "miaf", "heif", "heic"}) {
        const Image image = noise(70, 33, true);
        EXPECT_THAT(pixels_of(load_image(av1_file_of(brand, image), "").image),
                    ElementsAreArray(pixels_of(image)));
    }
    const Image large = ramps(700, 600); // blocks for several threads
    EXPECT_THAT(pixels_of(load_image(av1_file_of("mif1", large, 10), "").image),
                ElementsAreArray(pixels_of(large)));
}

TEST(LoadHeif, Av1IsReadWithAlpha) {
    const Image image = noise(17, 5);
    EXPECT_THAT(pixels_of(load_image(av1_file_of("mif1", image), "").image),
                ElementsAreArray(pixels_of(image)));
}

/// By libavif and, with another brand, by libheif.
void expect_cropped(const Image& image, int depth, int left, int top, int width, int height) {
    const auto crop = [&](avifImage& avif) { set_crop(avif, left, top, width, height); };
    std::vector<Rgba8> expected;
    for (int y = top; y < top + height; ++y)
        for (int x = left; x < left + width; ++x)
            expected.push_back(image.pixels()[std::size_t(y * image.width() + x)]);
    for (const auto& file : {avif_file(image, depth, crop), av1_file_of("mif1", image, depth, crop)}) {
        const LoadedImage loaded = load_image(file, "");
        EXPECT_EQ(loaded.image.width(), width);
        EXPECT_THAT(pixels_of(loaded.image), ElementsAreArray(expected));
    }
}

TEST(LoadHeif, CropsAreFollowed) {
    const Image image = noise(18, 12, true);
    for (const int depth : {8, 10}) {
        expect_cropped(image, depth, 0, 0, 17, 11);
        expect_cropped(image, depth, 3, 2, 12, 7);
        expect_cropped(image, depth, 17, 11, 1, 1);
    }
    const auto turned = avif_file(image, 8, [](avifImage& avif) {
        set_crop(avif, 0, 1, 17, 11);
        avif.transformFlags |= AVIF_TRANSFORM_IROT;
        avif.irot.angle = 1; // to the left
    });
    const Image upright = load_image(turned, "").image;
    EXPECT_EQ(upright.width(), 11);
    EXPECT_EQ(upright.pixels()[0], image.pixels()[18 + 16]);
}

TEST(LoadHeif, CropsOutsideOfThePictureAreRefused) {
    auto file = avif_file(noise(18, 12, true), 8, [](avifImage& avif) { set_crop(avif, 1, 0, 17, 12); });
    const std::string bytes(reinterpret_cast<const char*>(file.data()), file.size());
    const std::size_t clap = bytes.find("clap") + 4;
    expect_refused(
        av1_file_of("mif1", noise(18, 12, true), 8, [](avifImage& avif) { set_crop(avif, 2, 0, 17, 12); }),
        {"bad: damaged "});
    for (const std::size_t denominator : {7u, 15u, 23u, 31u}) {
        auto damaged = file;
        damaged[clap + denominator] = std::byte{0};
        expect_refused(damaged, {"bad: damaged "});
    }
}

TEST(LoadHeif, PremultipliedColorsAreDividedByAlpha) {
    const Image image(3, 1, {{200, 100, 50, 128}, {255, 7, 0, 255}, {240, 120, 0, 51}});
    const auto multiply = [](avifImage& avif) { avif.alphaPremultiplied = AVIF_TRUE; };
    for (const int depth : {8, 10})
        for (const auto& file :
             {avif_file(image, depth, multiply), av1_file_of("mif1", image, depth, multiply)}) {
            const Image loaded = load_image(file, "").image;
            for (std::size_t i = 0; i < 3; ++i) {
                const Rgba8 expected = image.pixels()[i], pixel = loaded.pixels()[i];
                EXPECT_EQ(pixel.a, expected.a);
                EXPECT_NEAR(pixel.r, expected.r, 3);
                EXPECT_NEAR(pixel.g, expected.g, 3);
                EXPECT_NEAR(pixel.b, expected.b, 3);
            }
        }
}

TEST(LoadHeifSize, IsCheckedBeforeAnythingIsDecoded) {
    for (const auto& file : {avif_file(noise(4, 4, true)), heic_file(ramps(16, 16))}) {
        expect_refused(heif_of_size(file, 70000, 1), {"70000 x 1 pixels are too many"});
        expect_refused(heif_of_size(file, 30000, 30000), {"30000 x 30000 pixels are too many"});
    }
}

}
}
