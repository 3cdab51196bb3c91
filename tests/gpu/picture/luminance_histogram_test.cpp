#include "gpu/picture/luminance_histogram.h"

#include "image/pixels.h"
#include "vulkan/device_fixture.h"

namespace huedrift::gpu {
namespace {

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
