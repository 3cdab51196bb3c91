#include "engines/vulkan_devices.h"

#include "vulkan/pipeline_cache.h"

namespace huedrift {
namespace {

struct OpenDevice {
    OpenDevice(std::shared_ptr<vulkan::Context> instance, std::size_t index,
               const vulkan::DeviceOptions& options)
        : context(std::move(instance)), device(*context, index, options) {}

    std::shared_ptr<vulkan::Context> context; // outlives the device
    vulkan::Device device;
};

}

VulkanDevices::VulkanDevices(const vulkan::ContextOptions& options) {
    vulkan::ContextOrReason opened = vulkan::open_context(options);
    context_ = std::move(opened.context);
    reason_ = std::move(opened.reason);
    opened_.resize(facts().size());
}

std::span<const vulkan::DeviceFacts> VulkanDevices::facts() const {
    if (!context_) return {};
    return context_->devices();
}

std::shared_ptr<vulkan::Device> VulkanDevices::open(std::size_t index,
                                                    const std::vector<std::string>& extensions) {
    const std::lock_guard lock(mutex_);
    auto& [device, extended] = opened_[index];
    if (device && !device->lost()) return device;
    if (!device) extended = extensions;
    const auto open = std::make_shared<OpenDevice>(
        context_, index,
        vulkan::DeviceOptions{.cache_folder = vulkan::user_cache_folder(), .extensions = extended});
    device = {open, &open->device};
    return device;
}

}
