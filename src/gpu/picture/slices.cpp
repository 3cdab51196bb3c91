#include "gpu/picture/slices.h"

#include "base/progress.h"

#include <algorithm>
#include <utility>

namespace huedrift::gpu {
namespace {

// A frame waits for at most one submission, also where one takes twice the time expected.
constexpr double slice_seconds = 0.004;
// Fewer pixels take no less time on any device.
constexpr double fewest_pixels = 1 << 16, most_pixels = 1 << 28;

}

vulkan::Recorder& Slices::next(std::uint64_t pixels) {
    if (recorded_ != 0 && recorded_ + pixels > pixels_) finish();
    if (!recorder_) recorder_.emplace(device_);
    recorded_ += pixels;
    return *recorder_;
}

void Slices::barrier() {
    if (recorder_) recorder_->barrier();
}

void Slices::finish() {
    if (!recorder_) return;
    const Stopwatch watch;
    recorder_->barrier();
    recorder_->run();
    recorder_.reset();
    ++submissions_;
    const auto pixels = double(std::exchange(recorded_, 0));
    // A small one says nothing, and one that waited for a frame makes the next ones shorter, not longer.
    if (!fixed_ && pixels >= fewest_pixels)
        pixels_ = static_cast<std::uint64_t>(
            std::clamp(pixels * slice_seconds / std::max(watch.seconds(), 1e-6), fewest_pixels, most_pixels));
}

}
