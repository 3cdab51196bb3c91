#pragma once

#include <functional>
#include <iosfwd>
#include <string_view>

struct VkPhysicalDeviceLimits;

// A binary that is linked with this (huedrift_vulkan_faults in tests/CMakeLists.txt) reaches Vulkan through
// it: it stands where the program looks for the library's first function. What SDL and Dear ImGui call by
// themselves does not pass here.

namespace huedrift::gpu {

enum class VulkanFault {
    none,
    out_of_host_memory,
    out_of_device_memory,
    device_lost,
    hang,
    surface_lost,
    out_of_date,
    suboptimal
};
void PrintTo(VulkanFault fault, std::ostream* out);

/// While it lives `decide` is asked, on any thread but on one at a time, before each call that can fail what
/// it shall fail with. Such a call does not do its work, except for waits, which end whatever they then say,
/// and for what is shown. A device that was lost stays lost, one that hangs goes on so, and a surface stays
/// lost. One at a time.
class VulkanFaults {
public:
    using Decide = std::function<VulkanFault(std::string_view call)>;
    explicit VulkanFaults(Decide decide);
    ~VulkanFaults();
    VulkanFaults(const VulkanFaults&) = delete;
    VulkanFaults& operator=(const VulkanFaults&) = delete;

    /// Devices of this process and what was made on them and is not yet destroyed.
    static int live_objects();
};

/// One call fails: of those that `decide` lets fail the one with this number, from 0 on.
class OneFault {
public:
    OneFault(int number, VulkanFaults::Decide decide);
    /// Whether there was such a call.
    bool fired() const { return left_ < 0; }

private:
    int left_;
    VulkanFaults faults_;
};

/// While it lives devices report the limits that `lower` makes of theirs.
class LoweredLimits {
public:
    explicit LoweredLimits(std::function<void(VkPhysicalDeviceLimits&)> lower);
    ~LoweredLimits();
    LoweredLimits(const LoweredLimits&) = delete;
    LoweredLimits& operator=(const LoweredLimits&) = delete;
};

}
