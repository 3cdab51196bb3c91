#include "gpu/picture/device_picture_filter.h"

#include "vulkan/device.h"

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

}
