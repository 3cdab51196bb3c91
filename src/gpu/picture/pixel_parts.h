#pragma once

#include "vulkan/buffer.h"

#include <vector>

namespace huedrift::gpu {

/// A range of pixels of a picture that fits into one binding.
struct PixelPart {
    std::uint64_t first;
    std::uint32_t pixels;

    vulkan::BufferRange of(const vulkan::Buffer& picture) const {
        return {picture, 4 * first, 4 * std::uint64_t{pixels}};
    }
};

/// No device requires a coarser alignment than this many pixels: Vulkan allows at most 256 bytes.
inline constexpr std::uint32_t part_alignment = 64;

/// Splits the pixels of a picture into parts of at most `largest_range` bytes.
inline std::vector<PixelPart> pixel_parts(std::uint64_t pixels, std::uint64_t largest_range) {
    const std::uint64_t largest =
        std::max<std::uint64_t>(largest_range / 4 / part_alignment, 1) * part_alignment;
    std::vector<PixelPart> parts;
    for (std::uint64_t first = 0; first < pixels; first += largest)
        parts.push_back({first, static_cast<std::uint32_t>(std::min(largest, pixels - first))});
    return parts;
}

}
