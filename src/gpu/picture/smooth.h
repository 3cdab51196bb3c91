#pragma once

#include "image/picture_filter.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

#include <optional>

namespace huedrift::gpu {

/// The pre-filter of docs/definition.md with one radius.
class Smooth {
public:
    /// `largest_range`: the largest binding in bytes; larger pictures are processed in parts. None: the
    /// device's limit. Throws Error(usage) when `radius` is not in [0, largest_smooth_radius].
    Smooth(const vulkan::Device& device, int radius, std::optional<std::uint64_t> largest_range = {});

    /// RGBA8, row by row without padding; `source` and `result` must differ.
    void record(vulkan::Recorder& recorder, const vulkan::Buffer& source, const vulkan::Buffer& result,
                std::uint32_t width, std::uint32_t height) const;

private:
    std::uint32_t radius_, columns_;
    std::array<std::uint32_t, largest_smooth_radius + 1> weights_;
    vulkan::Pass pass_;
    std::uint64_t largest_range_;
};

}
