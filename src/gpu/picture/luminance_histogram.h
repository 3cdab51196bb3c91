#pragma once

#include "image/picture_filter.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <optional>

namespace huedrift::gpu {

/// Luma, red, green and blue as a device counts them: one picture has fewer than 2^32 pixels.
using DeviceHistogram = std::array<std::array<std::uint32_t, 256>, 4>;

LuminanceHistogram widened(const DeviceHistogram& counts);

/// Counts luma, red, green and blue of a picture's visible pixels.
class LuminanceHistogramPass {
public:
    /// `largest_range`: the largest binding in bytes; larger pictures are processed in parts. None: the
    /// device's limit.
    explicit LuminanceHistogramPass(const vulkan::Device& device,
                                    std::optional<std::uint64_t> largest_range = {});

    /// `source`: RGBA8. `histogram` receives the bytes of a DeviceHistogram.
    void record(vulkan::Recorder& recorder, const vulkan::Buffer& source, const vulkan::Buffer& histogram,
                std::uint64_t pixels) const;

private:
    vulkan::Pass pass_;
    std::uint64_t largest_range_;
};

}
