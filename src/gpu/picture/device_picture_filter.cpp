#include "gpu/picture/device_picture_filter.h"

#include "base/error.h"
#include "picture_shader_code.h"
#include "shaders/picture/luminance_histogram_params.h"
#include "shaders/picture/smooth_params.h"
#include "vulkan/device.h"

#include <algorithm>

namespace huedrift::gpu {
namespace {

vulkan::Buffer uploaded(vulkan::Device& device, const ImageView& image) {
    vulkan::Buffer buffer(device, "picture", image.pixels.size_bytes());
    upload(device, buffer, std::as_bytes(image.pixels));
    return buffer;
}

}

DevicePictureFilter::DevicePictureFilter(std::shared_ptr<vulkan::Device> device)
    : device_(std::move(device)), histogram_(*device_) {}

Image DevicePictureFilter::smoothed(const ImageView& image, int radius) {
    const Smooth smooth(*device_, radius);
    Image result(image.width, image.height);
    if (image.pixels.empty()) return result;
    const vulkan::Buffer source = uploaded(*device_, image),
                         target(*device_, "smoothed picture", source.bytes());
    vulkan::Recorder recorder(*device_);
    smooth.record(recorder, source, target, static_cast<std::uint32_t>(image.width),
                  static_cast<std::uint32_t>(image.height));
    recorder.run();
    read(*device_, target, std::as_writable_bytes(result.pixels()));
    return result;
}

LuminanceHistogram DevicePictureFilter::histogram(const ImageView& image) {
    if (image.pixels.empty()) return {};
    const vulkan::Buffer source = uploaded(*device_, image),
                         total(*device_, "histogram", sizeof(DeviceHistogram), vulkan::Memory::readback);
    vulkan::Recorder recorder(*device_);
    histogram_.record(recorder, source, total, image.pixels.size());
    recorder.run();
    DeviceHistogram counts;
    read(*device_, total, std::as_writable_bytes(std::span(&counts, 1)));
    return widened(counts);
}

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

LuminanceHistogramPass::LuminanceHistogramPass(const vulkan::Device& device, LargestRange largest_range)
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

Smooth::Smooth(const vulkan::Device& device, int radius, LargestRange largest_range)
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
