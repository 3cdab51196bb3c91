#include "vulkan/picture/shrink.h"

#include "gpu/device_fixture.h"
#include "image/pixels.h"

#include <cmath>

namespace huedrift::gpu {
namespace {

using ShrinkTest = DeviceTest;

/// Computes the pass in double.
Image halved(const ImageView& image) {
    Image result((image.width + 1) / 2, (image.height + 1) / 2);
    for (int i = 0; i < result.width() * result.height(); ++i) {
        const int left = i % result.width() * 2, top = i / result.width() * 2;
        double light[3] = {}, alpha = 0;
        for (const int y : {top, std::min(top + 1, image.height - 1)})
            for (const int x : {left, std::min(left + 1, image.width - 1)}) {
                const Rgba8 pixel = image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)];
                const std::uint8_t channels[3] = {pixel.r, pixel.g, pixel.b};
                for (int c = 0; c < 3; ++c) light[c] += std::pow(channels[c] / 255.0, 2) * pixel.a / 255.0;
                alpha += pixel.a / 255.0;
            }
        if (alpha == 0) continue;
        const auto code = [&](int c) { return std::uint8_t(std::lround(255 * std::sqrt(light[c] / alpha))); };
        result.pixels()[std::size_t(i)] = {code(0), code(1), code(2),
                                           std::uint8_t(std::lround(alpha * 255 / 4))};
    }
    return result;
}

int largest_difference(std::span<const Rgba8> x, std::span<const Rgba8> y) {
    int largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (const int d : {x[i].r - y[i].r, x[i].g - y[i].g, x[i].b - y[i].b, x[i].a - y[i].a})
            largest = std::max(largest, std::abs(d));
    return largest;
}

void expect_twin(Device& device, const Shrink& pass, int width, int height) {
    Image expected(width, height, noise_pixels(std::uint32_t(width * height), 3));
    const Buffer picture(device, "picture", expected.pixels().size_bytes());
    upload(device, picture, std::as_bytes(expected.pixels()));
    const Pyramid pyramid(device, std::uint32_t(width), std::uint32_t(height), 4);
    Recorder recorder(device);
    pass.record(recorder, picture, pyramid);
    recorder.run();
    for (std::size_t i = 1; i < pyramid.levels.size(); ++i) {
        const Pyramid::Level& level = pyramid.levels[i];
        expected = halved(expected);
        ASSERT_EQ(int(level.width), expected.width());
        ASSERT_EQ(int(level.height), expected.height());
        Image shown(expected.width(), expected.height());
        read(device, {pyramid.smaller, level.offset, shown.pixels().size_bytes()},
             std::as_writable_bytes(shown.pixels()));
        // Only for display, so a device may round a half either way.
        EXPECT_LE(largest_difference(shown.pixels(), expected.pixels()), 1)
            << width << "x" << height << ", level " << i;
        expected = std::move(shown);
    }
}

TEST_F(ShrinkTest, EqualsTheTwinOnAnySize) {
    const Shrink pass(device());
    for (const auto& [width, height] : {std::pair{8, 8}, {5, 1}, {1, 9}, {67, 43}, {640, 333}})
        expect_twin(device(), pass, width, height);
}

TEST_F(ShrinkTest, EqualsTheTwinInParts) { expect_twin(device(), Shrink(device(), 64 * 1024), 61, 1025); }

TEST_F(ShrinkTest, SmallPicturesHaveNoLevels) {
    EXPECT_EQ(Pyramid(device(), 100, 128).levels.size(), 1u);
    EXPECT_EQ(Pyramid(device(), 129, 1).levels.size(), 2u);
}

}
}
