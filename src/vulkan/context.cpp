#include "vulkan/native.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace huedrift::vulkan {
namespace {

constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorKind::device, reason); }

VKAPI_ATTR VkBool32 VKAPI_CALL collect(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                       VkDebugUtilsMessageTypeFlagsEXT,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data, void* messages) {
    static_cast<Messages*>(messages)->add(data->pMessage);
    return VK_FALSE;
}

vk::DebugUtilsMessengerCreateInfoEXT messenger_info(Messages& messages) {
    using Severity = vk::DebugUtilsMessageSeverityFlagBitsEXT;
    using Type = vk::DebugUtilsMessageTypeFlagBitsEXT;
    return {.messageSeverity = Severity::eWarning | Severity::eError,
            .messageType = Type::eValidation | Type::ePerformance,
            .pfnUserCallback = collect,
            .pUserData = &messages};
}

template <class Properties, class Name>
bool lists(const std::vector<Properties>& all, Name name, const char* searched) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Properties& one) { return std::strcmp((one.*name).data(), searched) == 0; });
}

vk::raii::Instance create_instance(const vk::raii::Context& loader, const ContextOptions& options,
                                   Messages& messages, bool& debug_utils) {
    std::vector<const char*> extensions, layers;
    for (const std::string& name : options.extensions) extensions.push_back(name.c_str());
    if (options.validation) layers.push_back(validation_layer);
    const auto known = loader.enumerateInstanceExtensionProperties();
    const auto is_known = [&](const char* name) {
        return lists(known, &vk::ExtensionProperties::extensionName, name);
    };
    debug_utils = options.validation || is_known(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    if (debug_utils) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    if (options.validation) extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    // Devices that do not conform in full, such as those of MoltenVK, are only listed on request.
    const bool lists_portability = is_known(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    if (lists_portability) extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);

    const vk::ApplicationInfo application{.pApplicationName = "huedrift",
                                          .apiVersion = loader.enumerateInstanceVersion() < VK_API_VERSION_1_1
                                                            ? VK_API_VERSION_1_0
                                                            : VK_API_VERSION_1_3};
    const auto messenger = messenger_info(messages);
    const auto synchronisation = vk::ValidationFeatureEnableEXT::eSynchronizationValidation;
    const vk::ValidationFeaturesEXT features{.pNext = &messenger,
                                             .enabledValidationFeatureCount = 1,
                                             .pEnabledValidationFeatures = &synchronisation};
    return {loader, vk::InstanceCreateInfo{
                        .pNext = options.validation ? &features : nullptr,
                        .flags = lists_portability ? vk::InstanceCreateFlagBits::eEnumeratePortabilityKHR
                                                   : vk::InstanceCreateFlags{},
                        .pApplicationInfo = &application,
                        .enabledLayerCount = static_cast<std::uint32_t>(layers.size()),
                        .ppEnabledLayerNames = layers.data(),
                        .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                        .ppEnabledExtensionNames = extensions.data()}};
}

DeviceType device_type(vk::PhysicalDeviceType type) {
    switch (type) {
    case vk::PhysicalDeviceType::eDiscreteGpu:
        return DeviceType::discrete;
    case vk::PhysicalDeviceType::eIntegratedGpu:
        return DeviceType::integrated;
    case vk::PhysicalDeviceType::eVirtualGpu:
        return DeviceType::virtualised;
    case vk::PhysicalDeviceType::eCpu:
        return DeviceType::cpu;
    default:
        return DeviceType::other;
    }
}

void read_limits(const vk::PhysicalDeviceLimits& limits, DeviceFacts& facts) {
    facts.workgroup_threads =
        std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    facts.workgroups_x = limits.maxComputeWorkGroupCount[0];
    facts.workgroups_y = limits.maxComputeWorkGroupCount[1];
    facts.shared_memory = limits.maxComputeSharedMemorySize;
    facts.push_constants = limits.maxPushConstantsSize;
    facts.storage_buffers = limits.maxPerStageDescriptorStorageBuffers;
    facts.storage_range = limits.maxStorageBufferRange;
}

bool has_extension(const vk::raii::PhysicalDevice& device, const char* name) {
    return lists(device.enumerateDeviceExtensionProperties(), &vk::ExtensionProperties::extensionName, name);
}

void read_subgroups(const vk::raii::PhysicalDevice& device, DeviceFacts& facts) {
    using Operation = vk::SubgroupFeatureFlagBits;
    const auto properties =
        device.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceSubgroupProperties>();
    const auto& subgroup = properties.get<vk::PhysicalDeviceSubgroupProperties>();
    facts.subgroup_size = subgroup.subgroupSize;
    facts.subgroup_in_compute = bool(subgroup.supportedStages & vk::ShaderStageFlagBits::eCompute);
    facts.subgroup_basic = bool(subgroup.supportedOperations & Operation::eBasic);
    facts.subgroup_arithmetic = bool(subgroup.supportedOperations & Operation::eArithmetic);
    facts.subgroup_ballot = bool(subgroup.supportedOperations & Operation::eBallot);

    if (!has_extension(device, VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME)) return;
    const auto features =
        device.getFeatures2<vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceSubgroupSizeControlFeatures>();
    const auto sizes =
        device
            .getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceSubgroupSizeControlProperties>();
    const auto& control = sizes.get<vk::PhysicalDeviceSubgroupSizeControlProperties>();
    const auto& control_features = features.get<vk::PhysicalDeviceSubgroupSizeControlFeatures>();
    if (!control_features.subgroupSizeControl ||
        !(control.requiredSubgroupSizeStages & vk::ShaderStageFlagBits::eCompute))
        return;
    facts.smallest_subgroup = control.minSubgroupSize;
    facts.largest_subgroup = control.maxSubgroupSize;
    facts.full_subgroups = control_features.computeFullSubgroups;
}

std::array<std::uint8_t, VK_UUID_SIZE> device_uuid(const vk::raii::PhysicalDevice& device) {
    const auto properties =
        device.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceIDProperties>();
    return properties.get<vk::PhysicalDeviceIDProperties>().deviceUUID;
}

std::string driver_name(const vk::raii::PhysicalDevice& device) {
    const auto properties =
        device.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceDriverProperties>();
    const auto& driver = properties.get<vk::PhysicalDeviceDriverProperties>();
    return std::string(driver.driverName.data()) + " " + driver.driverInfo.data();
}

DeviceFacts read_facts(const vk::raii::PhysicalDevice& device) {
    const auto properties = device.getProperties();
    DeviceFacts facts;
    facts.name = properties.deviceName.data();
    facts.type = device_type(properties.deviceType);
    facts.api_major = VK_API_VERSION_MAJOR(properties.apiVersion);
    facts.api_minor = VK_API_VERSION_MINOR(properties.apiVersion);
    facts.pipelines_uuid = properties.pipelineCacheUUID;
    facts.shader_int64 = device.getFeatures().shaderInt64;
    facts.portability_subset = has_extension(device, portability_subset);
    for (const auto& family : device.getQueueFamilyProperties())
        facts.compute_queue |= bool(family.queueFlags & vk::QueueFlagBits::eCompute);
    const auto memory = device.getMemoryProperties();
    for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i)
        if (memory.memoryHeaps[i].flags & vk::MemoryHeapFlagBits::eDeviceLocal)
            facts.local_memory = std::max(facts.local_memory, memory.memoryHeaps[i].size);
    read_limits(properties.limits, facts);
    if (facts.api_major > 1 || facts.api_minor >= 1) {
        read_subgroups(device, facts);
        facts.device_uuid = device_uuid(device);
    }
    if (facts.api_major > 1 || facts.api_minor >= 2) facts.driver = driver_name(device);
    return facts;
}

std::vector<std::string> loaded_libraries() {
    std::vector<std::string> names;
    const auto add_name = [](dl_phdr_info* library, std::size_t, void* list) {
        static_cast<std::vector<std::string>*>(list)->emplace_back(library->dlpi_name);
        return 0;
    };
    ::dl_iterate_phdr(add_name, &names);
    return names;
}

/// The loader would unload drivers with their last instance. Some need static thread-local storage, of which
/// glibc has little for libraries loaded at run time, and which it does not get back: after 30 instances,
/// NVIDIA's driver could not be loaded again. Sanitizers can name the leaks of a driver that stays.
void keep_drivers() {
    for (const std::string& path : loaded_drivers())
        ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}

Context::Context(const ContextOptions& options) : validates_(options.validation) {
    try {
        native_ = std::make_unique<Native>(Native{.loader = vk::raii::Context()});
    } catch (const std::runtime_error&) { // vk::DynamicLoader's only exception
        refuse("Vulkan is not installed (libvulkan.so.1 is missing)");
    }
    try {
        open(options);
    } catch (const vk::IncompatibleDriverError&) {
        refuse("no Vulkan driver is installed");
    } catch (const vk::Error& error) {
        refuse(std::string("Vulkan cannot be used: ") + error.what());
    }
    if (devices_.empty()) refuse("no Vulkan device was found");
}

void Context::open(const ContextOptions& options) {
    const vk::raii::Context& loader = native_->loader;
    if (options.validation &&
        !lists(loader.enumerateInstanceLayerProperties(), &vk::LayerProperties::layerName, validation_layer))
        refuse("the Vulkan validation layer is not installed");
    native_->instance = create_instance(loader, options, messages_, native_->debug_utils);
    keep_drivers();
    if (options.validation) native_->messenger = {native_->instance, messenger_info(messages_)};
    for (auto& device : vk::raii::PhysicalDevices(native_->instance)) {
        devices_.push_back(read_facts(device));
        native_->physical_devices.push_back(std::move(device));
    }
}

Context::~Context() = default;

void Messages::add(std::string message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
}

std::vector<std::string> Messages::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
}

std::vector<std::string> loaded_drivers() {
    std::vector<std::string> paths = loaded_libraries();
    std::erase_if(paths, [](const std::string& path) {
        if (path.empty()) return true; // the program itself
        void* const library = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (!library) return true;
        const bool is_driver = ::dlsym(library, "vk_icdGetInstanceProcAddr") != nullptr;
        ::dlclose(library);
        return !is_driver;
    });
    return paths;
}

}
