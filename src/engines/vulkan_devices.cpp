#include "engines/vulkan_devices.h"

#include "base/error.h"
#include "engines/self_check.h"
#include "gpu/pipeline_cache.h"

namespace huedrift {
namespace {

struct OpenDevice {
    OpenDevice(std::shared_ptr<gpu::Context> instance, std::size_t index, const gpu::DeviceOptions& options)
        : context(std::move(instance)), device(*context, index, options) {}

    std::shared_ptr<gpu::Context> context; // outlives the device
    gpu::Device device;
};

// A device that hangs may still use itself and its instance, which are leaked.
void close_unless_it_hangs(const OpenDevice* open) {
    if (!open->device.hangs()) delete open;
}

std::string wrong_results(const gpu::DeviceFacts& device, const std::string& failed) {
    return device.name + " computes wrong results (the check of " + failed + " failed)";
}

}

VulkanDevices::VulkanDevices(const gpu::ContextOptions& options) {
    gpu::ContextOrReason opened = gpu::open_context(options);
    context_ = std::move(opened.context);
    reason_ = std::move(opened.reason);
    opened_.resize(facts().size());
    failed_.reserve(facts().size());
    for (const gpu::DeviceFacts& device : facts())
        failed_.push_back(stored_check(gpu::user_cache_folder(), device));
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
    const gpu::DeviceOptions options{.cache_folder = gpu::user_cache_folder(), .extensions = extended};
    const std::shared_ptr<OpenDevice> open(new OpenDevice(context_, index, options), close_unless_it_hangs);
    device = {open, &open->device};
    return device;
}

std::shared_ptr<gpu::Device> VulkanDevices::open_checked(std::size_t index) {
    std::shared_ptr<gpu::Device> device = open(index);
    const std::lock_guard lock(checking_);
    check(index, device);
    return device;
}

std::shared_ptr<gpu::Device> VulkanDevices::open_unless_checking(std::size_t index) {
    std::shared_ptr<gpu::Device> device = open(index);
    const std::unique_lock lock(checking_, std::try_to_lock);
    if (!lock) throw Error(ErrorKind::device, facts()[index].name + " is being checked");
    check(index, device);
    return device;
}

/// Call it with `checking_` locked.
void VulkanDevices::check(std::size_t index, const std::shared_ptr<gpu::Device>& device) {
    std::optional<std::string>& failed = failed_[index];
    if (!failed) {
        failed = failed_check(device);
        store_check(gpu::user_cache_folder(), facts()[index], *failed);
    }
    if (!failed->empty()) throw Error(ErrorKind::device, wrong_results(facts()[index], *failed));
}

std::string VulkanDevices::refusal(std::size_t index) {
    const gpu::DeviceFacts& device = facts()[index];
    if (const std::optional<std::string> reason = gpu::refusal(device)) return *reason;
    const std::lock_guard lock(checking_);
    const std::string failed = failed_[index].value_or("");
    return failed.empty() ? "" : wrong_results(device, failed);
}

}
