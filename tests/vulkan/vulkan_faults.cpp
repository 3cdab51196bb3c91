#include "vulkan/vulkan_faults.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <ostream>
#include <set>
#include <vector>

extern "C" void* __real_dlsym(void* library, const char* name);

namespace huedrift::vulkan {
namespace {

// Globals, as functions without a context can reach nothing else.
std::mutex mutex;
VulkanFaults::Decide deciding;
std::function<void(VkPhysicalDeviceLimits&)> lowering;
std::set<const void*> lost_devices, hanging_devices;
bool surface_is_lost = false;
std::atomic<int> live{0}, blank_pictures{0}, freed_while_hanging{0}, endless_waits{0};

/// A device, its queues and its command buffers all begin with the same pointer to the loader's data.
template <class Handle>
const void* device_of(Handle handle) {
    return *reinterpret_cast<const void* const*>(handle);
}

/// `may_be_used`: by the device, which never uses a shader module.
void note_free(const void* device, bool may_be_used = true) {
    --live;
    const std::lock_guard lock(mutex);
    if (may_be_used && hanging_devices.contains(device)) ++freed_while_hanging;
}

constexpr bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

constexpr bool waits(std::string_view call) {
    return is_one_of(call,
                     {"vkDeviceWaitIdle", "vkGetQueryPoolResults", "vkQueueWaitIdle", "vkWaitForFences"});
}

constexpr bool needs_device(std::string_view call) {
    return waits(call) || is_one_of(call, {"vkAcquireNextImageKHR", "vkQueuePresentKHR", "vkQueueSubmit"});
}

constexpr bool needs_surface(std::string_view call) {
    return is_one_of(call, {"vkAcquireNextImageKHR", "vkCreateSwapchainKHR",
                            "vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "vkQueuePresentKHR"});
}

/// The result that a call should return, on this device (or physical device, or instance).
VkResult decide(std::string_view call, const void* device) {
    const std::lock_guard lock(mutex);
    if (needs_device(call) && lost_devices.contains(device)) {
        if (is_one_of(call, {"vkDeviceWaitIdle", "vkQueueWaitIdle"})) ++endless_waits;
        return VK_ERROR_DEVICE_LOST;
    }
    if (call == "vkWaitForFences" && hanging_devices.contains(device)) return VK_TIMEOUT;
    if (needs_surface(call) && surface_is_lost) return VK_ERROR_SURFACE_LOST_KHR;
    const VkResult result = deciding ? static_cast<VkResult>(deciding(call)) : VK_SUCCESS;
    if (result == VK_ERROR_DEVICE_LOST) lost_devices.insert(device);
    if (result == VK_ERROR_SURFACE_LOST_KHR) surface_is_lost = true;
    return result;
}

/// Notes a hang once the wait that finds it has ended: until then other threads may free what they have
/// waited for.
void note_hang(const void* device) {
    const std::lock_guard lock(mutex);
    hanging_devices.insert(device);
}

/// A function's name as a template's argument.
template <std::size_t length>
struct Name {
    constexpr Name(const char (&text)[length]) { std::copy_n(text, length, characters); }
    constexpr std::string_view view() const { return {characters, length - 1}; }
    char characters[length];
};

template <Name name, class Function>
struct Hook;

template <Name name, class Handle, class... Arguments>
struct Hook<name, VkResult(VKAPI_PTR*)(Handle, Arguments...)> {
    static inline VkResult(VKAPI_PTR* real)(Handle, Arguments...) = nullptr;

    static VKAPI_ATTR VkResult VKAPI_CALL call(Handle handle, Arguments... arguments) {
        constexpr bool makes = name.view().starts_with("vkCreate") || name.view() == "vkAllocateMemory";
        constexpr bool does = waits(name.view()) || name.view() == "vkQueuePresentKHR";
        const VkResult fault = decide(name.view(), device_of(handle));
        const bool submits = name.view() == "vkQueueSubmit" && fault == VK_ERROR_DEVICE_LOST;
        if (fault < 0 && !does && !submits) return fault;
        const VkResult result = real(handle, arguments...);
        if (makes && result == VK_SUCCESS) ++live;
        if (fault == VK_TIMEOUT) note_hang(device_of(handle));
        return fault == VK_SUCCESS || result < 0 ? result : fault;
    }
};

template <Name name, class Handle>
struct Hook<name, void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*)> {
    static inline void(VKAPI_PTR* real)(VkDevice, Handle, const VkAllocationCallbacks*) = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(VkDevice device, Handle handle,
                                           const VkAllocationCallbacks* from) {
        if (handle != Handle{}) note_free(device_of(device), name.view() != "vkDestroyShaderModule");
        real(device, handle, from);
    }
};

template <Name name>
struct Hook<name, PFN_vkDestroyDevice> {
    static inline PFN_vkDestroyDevice real = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(VkDevice device, const VkAllocationCallbacks* from) {
        if (device != VkDevice{}) {
            note_free(device_of(device));
            const std::lock_guard lock(mutex);
            lost_devices.erase(device_of(device));
            hanging_devices.erase(device_of(device));
        }
        real(device, from);
    }
};

template <Name name>
struct Hook<name, PFN_vkDestroySurfaceKHR> {
    static inline PFN_vkDestroySurfaceKHR real = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(VkInstance instance, VkSurfaceKHR surface,
                                           const VkAllocationCallbacks* from) {
        {
            const std::lock_guard lock(mutex);
            surface_is_lost = false;
        }
        real(instance, surface, from);
    }
};

template <Name name>
struct Hook<name, PFN_vkGetPhysicalDeviceProperties> {
    static inline PFN_vkGetPhysicalDeviceProperties real = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
        real(device, properties);
        if (lowering) lowering(properties->limits);
    }
};

template <Name name>
struct Hook<name, PFN_vkGetPhysicalDeviceProperties2> {
    static inline PFN_vkGetPhysicalDeviceProperties2 real = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
        real(device, properties);
        if (lowering) lowering(properties->properties.limits);
    }
};

template <Name name>
struct Hook<name, PFN_vkCmdSetScissor> {
    static inline PFN_vkCmdSetScissor real = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(VkCommandBuffer commands, std::uint32_t first, std::uint32_t count,
                                           const VkRect2D* areas) {
        std::vector<VkRect2D> scissors(areas, areas + count);
        if (blank_pictures > 0)
            for (VkRect2D& scissor : scissors) scissor.extent = {};
        real(commands, first, count, scissors.data());
    }
};

template <Name name>
struct Hook<name, PFN_vkGetInstanceProcAddr> {
    static inline PFN_vkGetInstanceProcAddr real = nullptr;
    static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL call(VkInstance instance, const char* function);
};

template <Name name>
struct Hook<name, PFN_vkGetDeviceProcAddr> {
    static inline PFN_vkGetDeviceProcAddr real = nullptr;
    static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL call(VkDevice device, const char* function);
};

struct Place {
    void (*find_real)(void* library);
    PFN_vkVoidFunction hook;
};

// The library's own symbols work for devices of every instance, whatever layers are in between.
template <Name name, class Function>
Place place_of() {
    using Hooked = Hook<name, Function>;
    return {[](void* library) {
                Hooked::real = reinterpret_cast<Function>(__real_dlsym(library, name.characters));
            },
            reinterpret_cast<PFN_vkVoidFunction>(&Hooked::call)};
}

#define HUEDRIFT_HOOK(name)                                                                                  \
    { #name, place_of < #name, PFN_##name>() }

const std::map<std::string_view, Place>& hooks() {
    static const std::map<std::string_view, Place> all{
        HUEDRIFT_HOOK(vkAcquireNextImageKHR),
        HUEDRIFT_HOOK(vkAllocateCommandBuffers),
        HUEDRIFT_HOOK(vkAllocateDescriptorSets),
        HUEDRIFT_HOOK(vkAllocateMemory),
        HUEDRIFT_HOOK(vkBeginCommandBuffer),
        HUEDRIFT_HOOK(vkBindBufferMemory),
        HUEDRIFT_HOOK(vkCmdSetScissor),
        HUEDRIFT_HOOK(vkCreateBuffer),
        HUEDRIFT_HOOK(vkCreateCommandPool),
        HUEDRIFT_HOOK(vkCreateComputePipelines),
        HUEDRIFT_HOOK(vkCreateDescriptorPool),
        HUEDRIFT_HOOK(vkCreateDescriptorSetLayout),
        HUEDRIFT_HOOK(vkCreateDevice),
        HUEDRIFT_HOOK(vkCreateFence),
        HUEDRIFT_HOOK(vkCreateFramebuffer),
        HUEDRIFT_HOOK(vkCreateGraphicsPipelines),
        HUEDRIFT_HOOK(vkCreateImage),
        HUEDRIFT_HOOK(vkCreateImageView),
        HUEDRIFT_HOOK(vkCreatePipelineCache),
        HUEDRIFT_HOOK(vkCreatePipelineLayout),
        HUEDRIFT_HOOK(vkCreateQueryPool),
        HUEDRIFT_HOOK(vkCreateRenderPass),
        HUEDRIFT_HOOK(vkCreateSemaphore),
        HUEDRIFT_HOOK(vkCreateShaderModule),
        HUEDRIFT_HOOK(vkCreateSwapchainKHR),
        HUEDRIFT_HOOK(vkDestroyBuffer),
        HUEDRIFT_HOOK(vkDestroyCommandPool),
        HUEDRIFT_HOOK(vkDestroyDescriptorPool),
        HUEDRIFT_HOOK(vkDestroyDescriptorSetLayout),
        HUEDRIFT_HOOK(vkDestroyDevice),
        HUEDRIFT_HOOK(vkDestroyFence),
        HUEDRIFT_HOOK(vkDestroyFramebuffer),
        HUEDRIFT_HOOK(vkDestroyImage),
        HUEDRIFT_HOOK(vkDestroyImageView),
        HUEDRIFT_HOOK(vkDestroyPipeline),
        HUEDRIFT_HOOK(vkDestroyPipelineCache),
        HUEDRIFT_HOOK(vkDestroyPipelineLayout),
        HUEDRIFT_HOOK(vkDestroyQueryPool),
        HUEDRIFT_HOOK(vkDestroyRenderPass),
        HUEDRIFT_HOOK(vkDestroySemaphore),
        HUEDRIFT_HOOK(vkDestroyShaderModule),
        HUEDRIFT_HOOK(vkDestroySurfaceKHR),
        HUEDRIFT_HOOK(vkDestroySwapchainKHR),
        HUEDRIFT_HOOK(vkDeviceWaitIdle),
        HUEDRIFT_HOOK(vkEndCommandBuffer),
        HUEDRIFT_HOOK(vkFreeMemory),
        HUEDRIFT_HOOK(vkGetDeviceProcAddr),
        HUEDRIFT_HOOK(vkGetInstanceProcAddr),
        HUEDRIFT_HOOK(vkGetPhysicalDeviceProperties),
        HUEDRIFT_HOOK(vkGetPhysicalDeviceProperties2),
        HUEDRIFT_HOOK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR),
        HUEDRIFT_HOOK(vkGetPipelineCacheData),
        HUEDRIFT_HOOK(vkGetQueryPoolResults),
        HUEDRIFT_HOOK(vkGetSwapchainImagesKHR),
        HUEDRIFT_HOOK(vkMapMemory),
        HUEDRIFT_HOOK(vkQueuePresentKHR),
        HUEDRIFT_HOOK(vkQueueSubmit),
        HUEDRIFT_HOOK(vkQueueWaitIdle),
        HUEDRIFT_HOOK(vkResetCommandPool),
        HUEDRIFT_HOOK(vkResetDescriptorPool),
        HUEDRIFT_HOOK(vkResetFences),
        HUEDRIFT_HOOK(vkWaitForFences),
    };
    return all;
}

PFN_vkVoidFunction hook_before(const char* function, PFN_vkVoidFunction real) {
    const auto place = hooks().find(function);
    return real == nullptr || place == hooks().end() ? real : place->second.hook;
}

template <Name name>
PFN_vkVoidFunction Hook<name, PFN_vkGetInstanceProcAddr>::call(VkInstance instance, const char* function) {
    return hook_before(function, real(instance, function));
}

template <Name name>
PFN_vkVoidFunction Hook<name, PFN_vkGetDeviceProcAddr>::call(VkDevice device, const char* function) {
    return hook_before(function, real(device, function));
}

}

void PrintTo(VulkanFault fault, std::ostream* out) {
    const std::map<VulkanFault, const char*> names{
        {VulkanFault::none, "none"},
        {VulkanFault::out_of_host_memory, "out_of_host_memory"},
        {VulkanFault::out_of_device_memory, "out_of_device_memory"},
        {VulkanFault::device_lost, "device_lost"},
        {VulkanFault::hang, "hang"},
        {VulkanFault::surface_lost, "surface_lost"},
        {VulkanFault::out_of_date, "out_of_date"},
        {VulkanFault::suboptimal, "suboptimal"}};
    if (const auto name = names.find(fault); name != names.end())
        *out << name->second;
    else
        *out << static_cast<int>(fault);
}

VulkanFaults::VulkanFaults(Decide decide) {
    const std::lock_guard lock(mutex);
    deciding = std::move(decide);
}

VulkanFaults::~VulkanFaults() {
    const std::lock_guard lock(mutex);
    deciding = nullptr;
}

int VulkanFaults::live_objects() { return live; }

int VulkanFaults::objects_freed_while_hanging() { return freed_while_hanging; }

int VulkanFaults::endless_waits_for_lost_devices() { return endless_waits; }

OneFault::OneFault(int number, VulkanFaults::Decide decide)
    : left_(number), faults_([this, decide = std::move(decide)](std::string_view call) {
          const VulkanFault fault = left_ < 0 ? VulkanFault::none : decide(call);
          return fault != VulkanFault::none && left_-- == 0 ? fault : VulkanFault::none;
      }) {}

BlankPictures::BlankPictures(bool blank) : blank_(blank) { blank_pictures += blank_; }

BlankPictures::~BlankPictures() { blank_pictures -= blank_; }

LoweredLimits::LoweredLimits(std::function<void(VkPhysicalDeviceLimits&)> lower) {
    lowering = std::move(lower);
}

LoweredLimits::~LoweredLimits() { lowering = nullptr; }

}

// Dear ImGui links to the library's functions. A loader that is linked is looked up by __wrap_dlsym before
// any call.
extern "C" void __wrap_vkCmdSetScissor(VkCommandBuffer commands, std::uint32_t first, std::uint32_t count,
                                       const VkRect2D* areas);
extern "C" void __wrap_vkCmdSetScissor(VkCommandBuffer commands, std::uint32_t first, std::uint32_t count,
                                       const VkRect2D* areas) {
    using namespace huedrift::vulkan;
    Hook<"vkCmdSetScissor", PFN_vkCmdSetScissor>::call(commands, first, count, areas);
}

// Sanitizers look up functions, too, before they are initialised, so this is compiled without them.
#define HUEDRIFT_PLAIN __attribute__((no_sanitize("address", "undefined")))

HUEDRIFT_PLAIN static bool same_name(const char* name, const char* other) {
    for (; *name == *other; ++name, ++other)
        if (*name == '\0') return true;
    return false;
}

extern "C" void* __wrap_dlsym(void* library, const char* name);
extern "C" HUEDRIFT_PLAIN void* __wrap_dlsym(void* library, const char* name) {
    using namespace huedrift::vulkan;
    if (!same_name(name, "vkGetInstanceProcAddr")) return __real_dlsym(library, name);
    for (const auto& [function, place] : hooks()) place.find_real(library);
    return reinterpret_cast<void*>(hooks().at("vkGetInstanceProcAddr").hook);
}
