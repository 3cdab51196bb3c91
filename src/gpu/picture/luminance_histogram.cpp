#include "gpu/picture/device_picture_filter.h"

#include "gpu/picture/slices.h"
#include "picture_shader_code.h"
#include "shaders/picture/luminance_histogram_params.h"
#include "vulkan/device.h"

#include <algorithm>

namespace huedrift::gpu {
namespace {

// Enough workgroups to fill any GPU; each further one adds 1024 atomics on the same counters.
constexpr std::uint32_t max_workgroups = 1024;

static_assert(sizeof(DeviceHistogram) == 4 * LUMINANCE_HISTOGRAM_BINS);

}

LuminanceHistogram widened(const DeviceHistogram& counts) {
    LuminanceHistogram histogram;
    std::ranges::copy(counts[0], histogram.luma.begin());
    std::ranges::copy(counts[1], histogram.r.begin());
    std::ranges::copy(counts[2], histogram.g.begin());
    std::ranges::copy(counts[3], histogram.b.begin());
    return histogram;
}

LuminanceHistogramPass::LuminanceHistogramPass(const vulkan::Device& device,
                                               std::optional<std::uint64_t> largest_range)
    : pass_(device, luminance_histogram_shader()),
      largest_range_(largest_range.value_or(device.facts().storage_range)) {}

void LuminanceHistogramPass::record(vulkan::Recorder& recorder, const vulkan::Buffer& source,
                                    const vulkan::Buffer& histogram, std::uint64_t pixels) const {
    const vulkan::BufferRange total{histogram, 0, sizeof(DeviceHistogram)};
    recorder.fill(total, 0);
    recorder.barrier();
    for (const PixelPart& part : pixel_parts(pixels, largest_range_)) {
        const std::uint32_t workgroups =
            std::min((part.pixels - 1) / LUMINANCE_HISTOGRAM_WORKGROUP + 1, max_workgroups);
        const std::uint32_t threads = workgroups * LUMINANCE_HISTOGRAM_WORKGROUP;
        recorder.dispatch(pass_, {part.of(source), total},
                          LuminanceHistogramParams{.pixels = part.pixels, .threads = threads}, threads);
    }
    recorder.barrier();
}

}
