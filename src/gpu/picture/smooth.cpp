#include "gpu/picture/device_picture_filter.h"

#include "base/error.h"
#include "gpu/picture/slices.h"
#include "picture_shader_code.h"
#include "shaders/picture/smooth_params.h"
#include "vulkan/device.h"

#include <algorithm>

namespace huedrift::gpu {
namespace {

static_assert(SMOOTH_LARGEST_RADIUS == largest_smooth_radius);
static_assert(part_alignment >= SMOOTH_LARGEST_RADIUS);

/// The widest workgroup whose rings fit the device's shared memory. Its outermost `radius` columns on each
/// side only provide sums for the others.
std::uint32_t widest_columns(const vulkan::DeviceFacts& device, std::uint32_t radius) {
    const std::uint32_t ring = 4 * (2 * radius + SMOOTH_ROWS), down = 16 * SMOOTH_ROWS;
    std::uint32_t columns = 256;
    while (columns > 64 && (columns * (ring + down) > device.shared_memory ||
                            columns * SMOOTH_ROWS > device.workgroup_threads))
        columns /= 2;
    return columns;
}

std::uint32_t divide_up(std::uint32_t count, std::uint32_t part) { return (count + part - 1) / part; }

}

Smooth::Smooth(const vulkan::Device& device, int radius, std::optional<std::uint64_t> largest_range)
    : radius_(static_cast<std::uint32_t>(radius)), columns_(widest_columns(device.facts(), radius_)),
      weights_(smooth_weights(radius)), pass_(device, smooth_shader(), {.constants = {radius_, columns_}}),
      largest_range_(largest_range.value_or(device.facts().storage_range)) {}

void Smooth::record(vulkan::Recorder& recorder, const vulkan::Buffer& source, const vulkan::Buffer& result,
                    std::uint32_t width, std::uint32_t height) const {
    // Parts start at multiples of part_alignment rows, so that their ranges are aligned for any width; a part
    // also reads that many rows above it, which is more than the radius, and the radius below.
    const std::uint64_t row_bytes = 4 * std::uint64_t{width};
    const std::uint64_t max_rows = row_bytes == 0 ? height : largest_range_ / row_bytes;
    const std::uint64_t margin = part_alignment + radius_;
    std::uint32_t part = height;
    if (max_rows < height) {
        if (max_rows < margin + part_alignment)
            throw TooLargeForDevice("the picture is too wide to be smoothed on this device");
        part = static_cast<std::uint32_t>((max_rows - margin) / part_alignment * part_alignment);
    }
    for (std::uint32_t first = 0; width != 0 && first < height; first += part) {
        const std::uint32_t rows = std::min(part, height - first);
        const std::uint32_t above = std::min(first, part_alignment);
        const std::uint32_t below = std::min(radius_, height - first - rows);
        SmoothParams params{.width = width,
                            .source_rows = above + rows + below,
                            .first_row = above,
                            .rows = rows,
                            .weights = {}};
        std::copy(weights_.begin(), weights_.end(), params.weights);
        recorder.dispatch_grid(pass_,
                               {{source, (first - above) * row_bytes, params.source_rows * row_bytes},
                                {result, first * row_bytes, rows * row_bytes}},
                               params, divide_up(width, columns_ - 2 * radius_),
                               divide_up(rows, SMOOTH_STRIP));
    }
    recorder.barrier();
}

}
