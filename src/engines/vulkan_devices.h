#pragma once

#include "gpu/context.h"
#include "gpu/device.h"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The Vulkan instance of this process and the devices opened on it, shared by all that compute or draw with
/// them. Thread-safe.
class VulkanDevices {
public:
    /// Opens the instance. Does not throw when that fails: reason() says why.
    explicit VulkanDevices(const gpu::ContextOptions& options = {});

    /// Why there are no devices; empty when there are.
    const std::string& reason() const { return reason_; }
    /// Every device, usable or not; empty when reason() is not.
    std::span<const gpu::DeviceFacts> facts() const;
    /// Only while reason() is empty.
    gpu::Context& context() { return *context_; }

    /// facts()[index], opened at the first call for it, and anew after it was lost. The first call's
    /// `extensions` decide, so what draws must ask before what only computes. The device keeps the instance
    /// alive and stores its compiled pipelines in the user's cache folder. Throws Error(device) when the
    /// device is unsuitable or cannot be opened.
    std::shared_ptr<gpu::Device> open(std::size_t index, const std::vector<std::string>& extensions = {});

private:
    std::shared_ptr<gpu::Context> context_;
    std::string reason_;
    std::mutex mutex_;
    struct Opened {
        std::shared_ptr<gpu::Device> device; ///< null until opened
        std::vector<std::string> extensions;
    };
    std::vector<Opened> opened_;
};

}
