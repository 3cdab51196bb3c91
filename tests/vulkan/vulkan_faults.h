#pragma once

#include <functional>
#include <iosfwd>
#include <string_view>
#include <vulkan/vulkan_core.h>

// A binary linked with this file (huedrift_vulkan_faults in tests/CMakeLists.txt) calls Vulkan through it: it
// intercepts the look-up of the library's first function. Calls by SDL and Dear ImGui are not intercepted.

namespace huedrift::vulkan {

/// The result of a call: one of these or any other error of Vulkan.
enum class VulkanFault : int {
    none = VK_SUCCESS,
    out_of_host_memory = VK_ERROR_OUT_OF_HOST_MEMORY,
    out_of_device_memory = VK_ERROR_OUT_OF_DEVICE_MEMORY,
    device_lost = VK_ERROR_DEVICE_LOST,
    hang = VK_TIMEOUT,
    surface_lost = VK_ERROR_SURFACE_LOST_KHR,
    out_of_date = VK_ERROR_OUT_OF_DATE_KHR,
    suboptimal = VK_SUBOPTIMAL_KHR
};
void PrintTo(VulkanFault fault, std::ostream* out);

/// Calls `decide` before each call that can fail, on any thread but never concurrently; it returns the
/// failure. A failing call does nothing, except that waits still wait, presentation still presents, and a
/// submission that reports the loss of the device is made, as such a report counts as success. A lost device
/// stays lost, a hanging one keeps hanging, and a lost surface stays lost. Only one may live at a time.
class VulkanFaults {
public:
    using Decide = std::function<VulkanFault(std::string_view call)>;
    explicit VulkanFaults(Decide decide);
    ~VulkanFaults();
    VulkanFaults(const VulkanFaults&) = delete;
    VulkanFaults& operator=(const VulkanFaults&) = delete;

    /// The devices of this process and the objects on them that are not yet destroyed.
    static int live_objects();
    /// Objects that were destroyed although their device was hanging.
    static int objects_freed_while_hanging();
    /// Waits without a time limit for a device that was lost.
    static int endless_waits_for_lost_devices();
};

/// Fails one call: among the calls that `decide` would fail, the one with this number, from 0 on.
class OneFault {
public:
    OneFault(int number, VulkanFaults::Decide decide);
    /// Whether there was such a call.
    bool fired() const { return left_ < 0; }

private:
    int left_;
    VulkanFaults faults_;
};

/// While a `blank` one lives, pictures are recorded and presented, but no pixel of them is drawn, because
/// every scissor is empty: pixels are most of what a software device computes. The calls of Dear ImGui need
/// the linker's option
/// --wrap=vkCmdSetScissor, too.
class BlankPictures {
public:
    explicit BlankPictures(bool blank);
    ~BlankPictures();
    BlankPictures(const BlankPictures&) = delete;
    BlankPictures& operator=(const BlankPictures&) = delete;

private:
    bool blank_;
};

/// Makes devices report limits changed by `lower` during its lifetime.
class LoweredLimits {
public:
    explicit LoweredLimits(std::function<void(VkPhysicalDeviceLimits&)> lower);
    ~LoweredLimits();
    LoweredLimits(const LoweredLimits&) = delete;
    LoweredLimits& operator=(const LoweredLimits&) = delete;
};

}
