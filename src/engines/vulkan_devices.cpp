#include "engines/vulkan_devices.h"

#include "base/error.h"
#include "engines/engine_choice.h"
#include "gpu/engine/vulkan_engine.h"
#include "gpu/picture/device_picture_filter.h"
#include "vulkan/shader_reload.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace huedrift {
namespace {

struct OpenDevice {
    OpenDevice(std::shared_ptr<vulkan::Context> instance, std::size_t index,
               const vulkan::DeviceOptions& options)
        : context(std::move(instance)), device(*context, index, options) {}

    std::shared_ptr<vulkan::Context> context; // outlives the device
    vulkan::Device device;
};

// A device that hangs may still use itself and its instance, which are leaked.
void close_unless_it_hangs(const OpenDevice* open) {
    if (!open->device.hangs()) delete open;
}

/// Why a device with this outcome cannot compute, as a sentence; empty if it can.
std::string refusal_by(const SelfCheckOutcome& outcome, const vulkan::DeviceFacts& device) {
    switch (outcome.verdict) {
    case SelfCheckOutcome::Verdict::wrong:
        return device.name + " computes wrong results (the check of " + outcome.check + " failed)";
    case SelfCheckOutcome::Verdict::late:
        return device.name + " did not answer in time (the check of " + outcome.check +
               "); the next start checks it again";
    case SelfCheckOutcome::Verdict::right:
        break;
    }
    return "";
}

}

VulkanDevices::VulkanDevices(const vulkan::ContextOptions& options, std::chrono::seconds patience,
                             std::filesystem::path cache_folder)
    : patience_(patience), cache_folder_(std::move(cache_folder)) {
    try {
        context_ = std::make_shared<vulkan::Context>(options);
    } catch (const Error& error) {
        reason_ = error.what();
    }
    opened_.resize(facts().size());
    checks_.reserve(facts().size());
    for (const vulkan::DeviceFacts& device : facts()) checks_.push_back(stored_check(cache_folder_, device));
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
    const vulkan::DeviceOptions options{.cache_folder = cache_folder_, .extensions = extended};
    const std::shared_ptr<OpenDevice> open(new OpenDevice(context_, index, options), close_unless_it_hangs);
    device = {open, &open->device};
    return device;
}

std::shared_ptr<vulkan::Device> VulkanDevices::open_checked(std::size_t index, bool waits) {
    std::shared_ptr<vulkan::Device> device = open(index);
    std::unique_lock lock(checking_, std::defer_lock);
    if (waits) {
        lock.lock();
    } else if (!lock.try_lock()) {
        throw Error(ErrorKind::device, facts()[index].name + " is being checked");
    }
    std::optional<SelfCheckOutcome>& outcome = checks_[index];
    if (!outcome) {
        outcome = self_check(device, patience_);
        store_check(cache_folder_, facts()[index], *outcome);
    }
    const std::string refusal = refusal_by(*outcome, facts()[index]);
    if (!refusal.empty()) throw Error(ErrorKind::device, refusal);
    return device;
}

std::string VulkanDevices::refusal(std::size_t index) {
    const vulkan::DeviceFacts& device = facts()[index];
    if (const std::optional<std::string> reason = vulkan::refusal(device)) return *reason;
    const std::lock_guard lock(checking_);
    return refusal_by(checks_[index].value_or(SelfCheckOutcome{}), device);
}

namespace {

VulkanEngineOptions options_of(const EngineSettings& settings) {
    return {.memory_limit = settings.memory_limit ? std::max<std::uint64_t>(*settings.memory_limit, 1) : 0,
            .time_stages = settings.time_stages};
}

EngineEntry entry_of(const std::shared_ptr<VulkanDevices>& devices, std::size_t index) {
    const vulkan::DeviceFacts& facts = devices->facts()[index];
    return {"vulkan", facts.name, devices->refusal(index), facts.type != vulkan::DeviceType::cpu,
            [devices, index](const EngineSettings& settings) {
                // Shaders under development may be wrong.
                const bool reloads = !settings.shader_folder.empty();
                std::shared_ptr<vulkan::Device> device =
                    reloads ? devices->open(index) : devices->open_checked(index);
                if (reloads) device->read_shaders_from(settings.shader_folder);
                return std::make_unique<VulkanEngine>(std::move(device), options_of(settings));
            },
            std::make_shared<DeviceLosses>(),
            // The CPU filters while another thread checks the device.
            [devices, index] {
                return std::make_unique<gpu::DevicePictureFilter>(devices->open_checked(index, false));
            }};
}

}

bool reloads_shaders() { return vulkan::reloads_shaders(); }

std::vector<EngineEntry> vulkan_entries(std::shared_ptr<VulkanDevices> devices, bool caches) {
    if (!devices && caches) devices = std::make_shared<VulkanDevices>();
    if (!devices)
        devices = std::make_shared<VulkanDevices>(vulkan::ContextOptions{}, self_check_patience, "");
    if (!devices->reason().empty()) return {{"vulkan", "", devices->reason(), false, nullptr}};
    std::vector<std::size_t> order(devices->facts().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::size_t index) { return vulkan::score(devices->facts()[index]); });
    std::vector<EngineEntry> entries;
    entries.reserve(order.size());
    for (const std::size_t index : order) entries.push_back(entry_of(devices, index));
    return entries;
}

}
