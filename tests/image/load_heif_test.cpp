#include "image/encoded_files.h"
#include "image/loading.h"
#include "image/pixels.h"

#include <avif/avif.h>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libheif/heif.h>

namespace huedrift::heif_tests {
namespace {

using testing::ElementsAreArray;

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
        expect_refused(damaged, {"bad: damaged AVIF file (its crop lies outside of its pixels)"});
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

TEST(LoadHeifSize, IsCheckedAgainstTheLimitsOfTheLibrary) {
    const std::string sentence = "18000 x 18000 pixels are more than the decoder of AVIF files reads";
    expect_error(
        [&] {
            load_image(heif_of_size(avif_file(noise(4, 4, true)), 18000, 18000), "", LoadLimits::widest());
        },
        ErrorKind::input, {sentence});
}

}
}
