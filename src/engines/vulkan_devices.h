#pragma once

#include "gpu/context.h"
#include "gpu/device.h"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The Vulkan instance of this process and the devices opened on it, for all that compute or draw with them.
/// Callable from any thread.
class VulkanDevices {
public:
    /// Opens the instance. Failing is no error here: reason() says why.
    explicit VulkanDevices(const gpu::ContextOptions& options = {});

    /// Why there are no devices; empty when there are.
    const std::string& reason() const { return reason_; }
    /// Every device, usable or not; none with a reason.
    std::span<const gpu::DeviceFacts> facts() const;
    /// Only without a reason.
    gpu::Context& context() { return *context_; }

    /// facts()[index], opened at the first call for it, and anew after it was lost: the first call's
    /// `extensions` decide, so what draws asks before what only computes. The device keeps the instance, and
    /// it keeps its compiled pipelines in the user's cache folder. Throws Error(device) when it is refused or
    /// cannot be opened.
    std::shared_ptr<gpu::Device> open(std::size_t index, const std::vector<std::string>& extensions = {});

private:
    std::shared_ptr<gpu::Context> context_;
    std::string reason_;
    std::mutex mutex_;
    struct Opened {
        std::shared_ptr<gpu::Device> device; ///< null where not yet
        std::vector<std::string> extensions;
    };
    std::vector<Opened> opened_;
};

}
