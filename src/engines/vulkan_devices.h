#pragma once

#include "engines/self_check.h"
#include "vulkan/context.h"
#include "vulkan/device.h"
#include "vulkan/pipeline_cache.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The Vulkan instance of this process and its open devices, shared by everything that computes or draws with
/// them. Thread-safe.
class VulkanDevices {
public:
    /// Opens the instance. Does not throw on failure; reason() then says why.
    /// `patience` is that of self_check(). Keeps compiled pipelines and outcomes of checks in `cache_folder`;
    /// if that is empty, nowhere.
    explicit VulkanDevices(const vulkan::ContextOptions& options = {},
                           std::chrono::seconds patience = self_check_patience,
                           std::filesystem::path cache_folder = vulkan::user_cache_folder());

    /// Why there are no devices; empty if there are.
    const std::string& reason() const { return reason_; }
    /// Every device, usable or not; empty unless reason() is.
    std::span<const vulkan::DeviceFacts> facts() const;
    /// Only if reason() is empty.
    vulkan::Context& context() { return *context_; }

    /// facts()[index], opened by the first call for it and again after a loss. The first call's `extensions`
    /// decide, so ask for drawing before computing. The device keeps the instance alive. Throws Error(device)
    /// when the device is unsuitable or cannot be opened.
    std::shared_ptr<vulkan::Device> open(std::size_t index, const std::vector<std::string>& extensions = {});
    /// The same, for computing. The first use of a device, driver and set of shaders checks their results
    /// (engines/self_check.h), which takes a moment; the outcome is stored in the cache folder. Throws
    /// Error(device) also when the check fails, failed or is late, and unless `waits`, while another thread
    /// checks a device.
    std::shared_ptr<vulkan::Device> open_checked(std::size_t index, bool waits = true);
    /// Why facts()[index] cannot compute, as a sentence; empty if it can or was not checked yet.
    std::string refusal(std::size_t index);

private:
    std::shared_ptr<vulkan::Context> context_;
    std::string reason_;
    std::mutex mutex_;
    struct Opened {
        std::shared_ptr<vulkan::Device> device; ///< null until opened
        std::vector<std::string> extensions;
    };
    std::vector<Opened> opened_;
    std::mutex checking_;
    std::chrono::seconds patience_;
    std::filesystem::path cache_folder_;
    std::vector<std::optional<SelfCheckOutcome>> checks_; ///< none before the check
};

}
