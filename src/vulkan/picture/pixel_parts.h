#pragma once

#include "gpu/buffer.h"

#include <vector>

namespace huedrift::gpu {

/// A range of pixels of a picture, short enough to be bound as one range of its buffer.
struct PixelPart {
    std::uint64_t first;
    std::uint32_t pixels;

    BufferRange of(const Buffer& picture) const { return {picture, 4 * first, 4 * std::uint64_t{pixels}}; }
};

/// No device requires a coarser alignment than this many pixels: 256 bytes is the most that Vulkan allows.
inline constexpr std::uint32_t part_alignment = 64;

/// All pixels of a picture in parts of at most `largest_range` bytes.
inline std::vector<PixelPart> pixel_parts(std::uint64_t pixels, std::uint64_t largest_range) {
    const std::uint64_t largest =
        std::max<std::uint64_t>(largest_range / 4 / part_alignment, 1) * part_alignment;
    std::vector<PixelPart> parts;
    for (std::uint64_t first = 0; first < pixels; first += largest)
        parts.push_back({first, static_cast<std::uint32_t>(std::min(largest, pixels - first))});
    return parts;
}

}
