#pragma once

#include "gpu/picture/slices.h"
#include "image/picture_filter.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <memory>

namespace huedrift::gpu {

/// Luma, red, green and blue as a device counts them: one picture has fewer than 2^32 pixels.
using DeviceHistogram = std::array<std::array<std::uint32_t, 256>, 4>;

LuminanceHistogram widened(const DeviceHistogram& counts);

/// Counts luma, red, green and blue of a picture's visible pixels.
class LuminanceHistogramPass {
public:
    explicit LuminanceHistogramPass(const vulkan::Device& device, LargestRange largest_range = {});

    /// `source`: RGBA8. `histogram` receives the bytes of a DeviceHistogram.
    void record(vulkan::Recorder& recorder, const vulkan::Buffer& source, const vulkan::Buffer& histogram,
                std::uint64_t pixels) const;

private:
    vulkan::Pass pass_;
    std::uint64_t largest_range_;
};

/// The pre-filter of docs/definition.md with one radius.
class Smooth {
public:
    /// Throws Error(usage) when `radius` is not in [0, largest_smooth_radius].
    Smooth(const vulkan::Device& device, int radius, LargestRange largest_range = {});

    /// RGBA8, row by row without padding; `source` and `result` must differ.
    void record(vulkan::Recorder& recorder, const vulkan::Buffer& source, const vulkan::Buffer& result,
                std::uint32_t width, std::uint32_t height) const;

private:
    std::uint32_t radius_, columns_;
    std::array<std::uint32_t, largest_smooth_radius + 1> weights_;
    vulkan::Pass pass_;
    std::uint64_t largest_range_;
};

/// A PictureFilter on a Vulkan device. Throws TooLargeForDevice for pictures that do not fit.
class DevicePictureFilter final : public PictureFilter {
public:
    /// Throws Error(device) when the device cannot build the passes.
    explicit DevicePictureFilter(std::shared_ptr<vulkan::Device> device);

    Image smoothed(const ImageView& image, int radius) override;
    LuminanceHistogram histogram(const ImageView& image) override;

private:
    std::shared_ptr<vulkan::Device> device_;
    LuminanceHistogramPass histogram_;
};

}
