#pragma once

#include "vulkan/recorder.h"

#include <optional>

namespace huedrift::gpu {

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
    /// As Recorder::barrier(), for what is recorded so far.
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
