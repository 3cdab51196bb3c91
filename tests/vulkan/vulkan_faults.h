#pragma once

#include "vulkan/context.h"

#include <functional>
#include <string_view>

namespace huedrift::vulkan {

/// What a call of Vulkan fails with instead of doing its work. A wait does its work all the same: what the
/// device was doing ends, whatever it says.
enum class VulkanFault { none, out_of_host_memory, out_of_device_memory, device_lost };

/// Stands between this program and the devices that are opened on a context while it lives: `decide` is asked
/// before each call that can fail, by its name and its number from 0 on, also for those devices' calls
/// afterwards as long as any VulkanFaults lives. One at a time.
class VulkanFaults {
public:
    using Decide = std::function<VulkanFault(std::string_view call, int number)>;
    VulkanFaults(const Context& context, Decide decide);
    ~VulkanFaults();
    VulkanFaults(const VulkanFaults&) = delete;
    VulkanFaults& operator=(const VulkanFaults&) = delete;

    /// Objects of all those devices that were made and not yet destroyed, without the devices.
    static int live_objects();

private:
    const Context& context_;
};

}
