#include "gpu/picture/device_picture_filter.h"

#include "base/error.h"
#include "image/pixels.h"
#include "vulkan/device_fixture.h"

namespace huedrift::gpu {
namespace {

using SmoothTest = vulkan::DeviceTest;

void expect_twin(vulkan::Device& device, const Smooth& pass, int radius, const ImageView& image) {
    const std::uint64_t bytes = image.pixels.size_bytes();
    const vulkan::Buffer source(device, "source", bytes), result(device, "result", bytes);
    upload(device, source, std::as_bytes(image.pixels));
    vulkan::Recorder recorder(device);
    pass.record(recorder, source, result, std::uint32_t(image.width), std::uint32_t(image.height));
    recorder.run();
    Image smoothed(image.width, image.height);
    read(device, result, std::as_writable_bytes(smoothed.pixels()));
    const Image expected = smooth(image, radius);
    EXPECT_TRUE(std::ranges::equal(smoothed.pixels(), expected.pixels()))
        << image.width << "x" << image.height << ", radius " << radius;
}

void expect_twin(vulkan::Device& device, const Smooth& pass, int radius, int width, int height) {
    const std::vector<Rgba8> pixels =
        noise_pixels(std::size_t(width) * std::size_t(height), std::uint32_t(width));
    expect_twin(device, pass, radius, {width, height, pixels});
}

TEST_F(SmoothTest, EqualsTheTwinAtEveryRadius) {
    for (int radius = 0; radius <= largest_smooth_radius; ++radius)
        expect_twin(device(), Smooth(device(), radius), radius, 301, 35);
}

TEST_F(SmoothTest, EqualsTheTwinOnAnySize) {
    const int radius = 9;
    const Smooth pass(device(), radius);
    for (const std::uint32_t count : awkward_counts(device(), 256 - 2 * radius)) {
        expect_twin(device(), pass, radius, int(count), 1);
        if (count < 10'000) expect_twin(device(), pass, radius, 1, int(count));
    }
}

TEST_F(SmoothTest, EqualsTheTwinInParts) {
    for (const int radius : {3, largest_smooth_radius})
        expect_twin(device(), Smooth(device(), radius, 4 * 61 * 200), radius, 61, 777);
}

TEST_F(SmoothTest, EqualsTheTwinAtTheLargestSums) {
    const std::vector<Rgba8> white(100 * 100, Rgba8{255, 255, 255, 255});
    expect_twin(device(), Smooth(device(), largest_smooth_radius), largest_smooth_radius, {100, 100, white});
}

TEST_F(SmoothTest, RefusesInvalidRadiiAndSizes) {
    EXPECT_THROW(Smooth(device(), largest_smooth_radius + 1), Error);
    EXPECT_THROW(Smooth(device(), -1), Error);
    const vulkan::Buffer source(device(), "source", 4 << 20), result(device(), "result", 4 << 20);
    vulkan::Recorder recorder(device());
    EXPECT_THROW(Smooth(device(), 1, 1 << 12).record(recorder, source, result, 1000, 1000), Error);
}

using LuminanceHistogramTest = vulkan::DeviceTest;

void expect_twin(vulkan::Device& device, const LuminanceHistogramPass& pass,
                 const std::vector<Rgba8>& pixels) {
    const vulkan::Buffer source(device, "source", 4 * pixels.size()),
        total(device, "histogram", sizeof(DeviceHistogram));
    upload(device, source, std::as_bytes(std::span(pixels)));
    vulkan::Recorder recorder(device);
    pass.record(recorder, source, total, pixels.size());
    recorder.run();
    DeviceHistogram counts;
    read(device, total, std::as_writable_bytes(std::span(&counts, 1)));
    EXPECT_EQ(widened(counts), luminance_histogram({int(pixels.size()), 1, pixels}))
        << pixels.size() << " pixels";
}

TEST_F(LuminanceHistogramTest, EqualsTheTwinOnAnyCount) {
    const LuminanceHistogramPass pass(device());
    for (const std::uint32_t count : awkward_counts(device(), 256))
        expect_twin(device(), pass, noise_pixels(count, count));
}

TEST_F(LuminanceHistogramTest, EqualsTheTwinOnManyPixels) {
    std::vector<Rgba8> pixels = noise_pixels(1'000'000, 5);
    pixels.resize(256 * 65536 + 1, Rgba8{1, 2, 3, 4});
    expect_twin(device(), LuminanceHistogramPass(device()), pixels);
}

TEST_F(LuminanceHistogramTest, EqualsTheTwinInParts) {
    expect_twin(device(), LuminanceHistogramPass(device(), 1024), noise_pixels(997, 6));
}

TEST_F(LuminanceHistogramTest, EqualsTheTwinOnOneColor) {
    expect_twin(device(), LuminanceHistogramPass(device()), std::vector<Rgba8>(100'003, Rgba8{1, 2, 3, 4}));
    expect_twin(device(), LuminanceHistogramPass(device()), std::vector<Rgba8>(100'003, Rgba8{1, 2, 3, 0}));
}

TEST_F(LuminanceHistogramTest, IsZeroWithoutPixels) {
    const vulkan::Buffer source(device(), "source", 4), total(device(), "histogram", sizeof(DeviceHistogram));
    vulkan::Recorder recorder(device());
    LuminanceHistogramPass(device()).record(recorder, source, total, 0);
    recorder.run();
    DeviceHistogram counts{};
    counts[1][3] = 1;
    read(device(), total, std::as_writable_bytes(std::span(&counts, 1)));
    EXPECT_EQ(widened(counts), LuminanceHistogram{});
}

}
}
