#include "vulkan/vulkan_faults.h"

#include "vulkan/native.h"

#include <atomic>
#include <map>
#include <string>

namespace huedrift::vulkan {
namespace {

// Functions without a context have no other way to these.
const VulkanFaults::Decide* deciding = nullptr;
std::atomic<int> calls{0}, live{0};

VkResult result_of(std::string_view call) {
    if (deciding == nullptr) return VK_SUCCESS;
    switch ((*deciding)(call, calls++)) {
    case VulkanFault::out_of_host_memory:
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    case VulkanFault::out_of_device_memory:
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    case VulkanFault::device_lost:
        return VK_ERROR_DEVICE_LOST;
    case VulkanFault::none:
        break;
    }
    return VK_SUCCESS;
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

template <Name name, class... Arguments>
struct Hook<name, VkResult(VKAPI_PTR*)(Arguments...)> {
    static inline VkResult(VKAPI_PTR* real)(Arguments...) = nullptr;

    static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
        constexpr bool waits = name.view() == "vkWaitForFences" || name.view() == "vkGetQueryPoolResults";
        constexpr bool makes = name.view().starts_with("vkCreate") || name.view() == "vkAllocateMemory";
        const VkResult fault = result_of(name.view());
        if (fault != VK_SUCCESS && !waits) return fault;
        const VkResult result = real(arguments...);
        if (fault != VK_SUCCESS) return fault;
        if (makes && result == VK_SUCCESS) ++live;
        return result;
    }
};

template <Name name, class Handle>
struct Hook<name, void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*)> {
    static inline void(VKAPI_PTR* real)(VkDevice, Handle, const VkAllocationCallbacks*) = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(VkDevice device, Handle handle,
                                           const VkAllocationCallbacks* from) {
        if (handle != Handle{}) --live;
        real(device, handle, from);
    }
};

/// Keeps the real function and gives the one in front of it.
using Replace = PFN_vkVoidFunction (*)(PFN_vkVoidFunction);

template <Name name, class Function>
PFN_vkVoidFunction replace(PFN_vkVoidFunction real) {
    using Hooked = Hook<name, Function>;
    Hooked::real = reinterpret_cast<Function>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(&Hooked::call);
}

#define HUEDRIFT_HOOK(name)                                                                                  \
    { #name, &replace < #name, PFN_##name> }

const std::map<std::string_view, Replace> hooks{
    HUEDRIFT_HOOK(vkAllocateCommandBuffers),
    HUEDRIFT_HOOK(vkAllocateDescriptorSets),
    HUEDRIFT_HOOK(vkAllocateMemory),
    HUEDRIFT_HOOK(vkBeginCommandBuffer),
    HUEDRIFT_HOOK(vkBindBufferMemory),
    HUEDRIFT_HOOK(vkCreateBuffer),
    HUEDRIFT_HOOK(vkCreateCommandPool),
    HUEDRIFT_HOOK(vkCreateComputePipelines),
    HUEDRIFT_HOOK(vkCreateDescriptorPool),
    HUEDRIFT_HOOK(vkCreateDescriptorSetLayout),
    HUEDRIFT_HOOK(vkCreateFence),
    HUEDRIFT_HOOK(vkCreatePipelineCache),
    HUEDRIFT_HOOK(vkCreatePipelineLayout),
    HUEDRIFT_HOOK(vkCreateQueryPool),
    HUEDRIFT_HOOK(vkCreateShaderModule),
    HUEDRIFT_HOOK(vkDestroyBuffer),
    HUEDRIFT_HOOK(vkDestroyCommandPool),
    HUEDRIFT_HOOK(vkDestroyDescriptorPool),
    HUEDRIFT_HOOK(vkDestroyDescriptorSetLayout),
    HUEDRIFT_HOOK(vkDestroyFence),
    HUEDRIFT_HOOK(vkDestroyPipeline),
    HUEDRIFT_HOOK(vkDestroyPipelineCache),
    HUEDRIFT_HOOK(vkDestroyPipelineLayout),
    HUEDRIFT_HOOK(vkDestroyQueryPool),
    HUEDRIFT_HOOK(vkDestroyShaderModule),
    HUEDRIFT_HOOK(vkEndCommandBuffer),
    HUEDRIFT_HOOK(vkFreeMemory),
    HUEDRIFT_HOOK(vkGetQueryPoolResults),
    HUEDRIFT_HOOK(vkMapMemory),
    HUEDRIFT_HOOK(vkQueueSubmit),
    HUEDRIFT_HOOK(vkResetCommandPool),
    HUEDRIFT_HOOK(vkResetFences),
    HUEDRIFT_HOOK(vkWaitForFences),
};

PFN_vkCreateDevice create_device = nullptr;
PFN_vkGetDeviceProcAddr get_address = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL create_faulty_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                                    const VkAllocationCallbacks* from, VkDevice* device) {
    const VkResult fault = result_of("vkCreateDevice");
    return fault == VK_SUCCESS ? create_device(physical, info, from, device) : fault;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_faulty_address(VkDevice device, const char* name) {
    // A device's table asks for this one first and the rest from what it gets.
    if (name == std::string_view("vkGetDeviceProcAddr"))
        return reinterpret_cast<PFN_vkVoidFunction>(&get_faulty_address);
    const PFN_vkVoidFunction real = get_address(device, name);
    const auto hook = hooks.find(name);
    return real == nullptr || hook == hooks.end() ? real : hook->second(real);
}

/// The table through which vk::raii calls what belongs to no device, which it would not let others change.
vk::raii::InstanceDispatcher& table_of(const Context& context) {
    return const_cast<vk::raii::InstanceDispatcher&>(*context.native().instance.getDispatcher());
}

}

VulkanFaults::VulkanFaults(const Context& context, Decide decide) : context_(context) {
    vk::raii::InstanceDispatcher& table = table_of(context);
    create_device = std::exchange(table.vkCreateDevice, create_faulty_device);
    get_address = std::exchange(table.vkGetDeviceProcAddr, get_faulty_address);
    calls = 0;
    deciding = new Decide(std::move(decide));
}

VulkanFaults::~VulkanFaults() {
    delete std::exchange(deciding, nullptr);
    vk::raii::InstanceDispatcher& table = table_of(context_);
    table.vkCreateDevice = create_device;
    table.vkGetDeviceProcAddr = get_address;
}

int VulkanFaults::live_objects() { return live; }

}
