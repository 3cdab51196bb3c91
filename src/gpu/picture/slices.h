#pragma once

#include "vulkan/buffer.h"
#include "vulkan/recorder.h"

#include <optional>
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

/// The largest binding in bytes; larger pictures are processed in parts. None: the device's limit.
using LargestRange = std::optional<std::uint64_t>;

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

/// Runs passes over pictures in short submissions, between which a window on the same queue is drawn. Learns
/// from their times how many pixels a submission may take.
class Slices {
public:
    /// With `pixels`, submissions of so many instead.
    explicit Slices(vulkan::Device& device, std::optional<std::uint64_t> pixels = {})
        : device_(device), fixed_(pixels), pixels_(pixels.value_or(first_pixels)) {}

    /// The most pixels that one dispatch should take.
    std::uint64_t pixels() const { return pixels_; }
    /// The recorder for a dispatch over so many pixels. Valid until the next call.
    vulkan::Recorder& next(std::uint64_t pixels);
    /// As Recorder::barrier(), for the commands recorded so far.
    void barrier();
    /// Waits for the last submission.
    void finish();

    /// How often it has submitted.
    int submissions() const { return submissions_; }

private:
    static constexpr std::uint64_t first_pixels = 1 << 20;

    vulkan::Device& device_;
    std::optional<std::uint64_t> fixed_;
    std::uint64_t pixels_, recorded_ = 0;
    std::optional<vulkan::Recorder> recorder_;
    int submissions_ = 0;
};

}
