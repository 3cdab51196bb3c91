#include "engines/vulkan_devices.h"

#include "gpu/pipeline_cache.h"

namespace huedrift {
namespace {

struct OpenDevice {
    OpenDevice(std::shared_ptr<gpu::Context> instance, std::size_t index, const gpu::DeviceOptions& options)
        : context(std::move(instance)), device(*context, index, options) {}

    std::shared_ptr<gpu::Context> context; // outlives the device
    gpu::Device device;
};

}

VulkanDevices::VulkanDevices(const gpu::ContextOptions& options) {
    gpu::ContextOrReason opened = gpu::open_context(options);
    context_ = std::move(opened.context);
    reason_ = std::move(opened.reason);
    opened_.resize(facts().size());
}

std::span<const gpu::DeviceFacts> VulkanDevices::facts() const {
    if (!context_) return {};
    return context_->devices();
}

std::shared_ptr<gpu::Device> VulkanDevices::open(std::size_t index,
                                                 const std::vector<std::string>& extensions) {
    const std::lock_guard lock(mutex_);
    auto& [device, extended] = opened_[index];
    if (device && !device->lost()) return device;
    if (!device) extended = extensions;
    const auto open = std::make_shared<OpenDevice>(
        context_, index,
        gpu::DeviceOptions{.cache_folder = gpu::user_cache_folder(), .extensions = extended});
    device = {open, &open->device};
    return device;
}

}
