#include "vulkan/native.h"
#include "vulkan/pipeline_cache.h"
#include "vulkan/shader_reload.h"

#include <algorithm>
#include <array>
#if defined(HUEDRIFT_SANITIZED) && defined(__clang__)
#include <sanitizer/lsan_interface.h>
#endif

namespace huedrift::vulkan {
namespace {

vk::raii::Device open(const vk::raii::PhysicalDevice& physical, const DeviceFacts& facts,
                      const QueuePlaces& places, const std::vector<std::string>& extension_names) {
    // A frame is short and the user waits for it.
    constexpr std::array<float, 2> priorities{1, 0.5f};
    const auto& [drawing, computing] = places;
    std::vector<vk::DeviceQueueCreateInfo> queues{
        {.queueFamilyIndex = drawing.family, .queueCount = 1, .pQueuePriorities = priorities.data()}};
    if (computing.family != drawing.family)
        queues.push_back(
            {.queueFamilyIndex = computing.family, .queueCount = 1, .pQueuePriorities = &priorities.back()});
    else
        queues.front().queueCount = computing.number + 1;
    std::vector<const char*> extensions(extension_names.size());
    std::ranges::transform(extension_names, extensions.begin(),
                           [](const std::string& name) { return name.c_str(); });
    vk::PhysicalDeviceSubgroupSizeControlFeatures size_control{.subgroupSizeControl = true,
                                                               .computeFullSubgroups = facts.full_subgroups};
    const bool controls_size = facts.largest_subgroup != 0;
    if (controls_size) extensions.push_back(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
    if (facts.portability_subset) extensions.push_back(portability_subset);
    const vk::PhysicalDeviceFeatures2 features{.pNext = controls_size ? &size_control : nullptr,
                                               .features = {.shaderInt64 = true}};
    return {physical,
            vk::DeviceCreateInfo{.pNext = &features,
                                 .queueCreateInfoCount = static_cast<std::uint32_t>(queues.size()),
                                 .pQueueCreateInfos = queues.data(),
                                 .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                                 .ppEnabledExtensionNames = extensions.data()}};
}

vk::Result result_of(const vk::Error& error) {
    const auto* const known = dynamic_cast<const vk::SystemError*>(&error);
    return known ? static_cast<vk::Result>(known->code().value()) : vk::Result::eErrorUnknown;
}

}

QueuePlaces choose_queues(std::span<const vk::QueueFamilyProperties> families) {
    const auto computes = [](const vk::QueueFamilyProperties& family) {
        return bool(family.queueFlags & vk::QueueFlagBits::eCompute);
    };
    const auto draws = [&](const vk::QueueFamilyProperties& family) {
        return computes(family) && family.queueFlags & vk::QueueFlagBits::eGraphics;
    };
    const auto place = [&](auto family) {
        return QueuePlace{static_cast<std::uint32_t>(family - families.begin()), 0};
    };
    auto first = std::ranges::find_if(families, draws);
    if (first == families.end()) first = std::ranges::find_if(families, computes);
    if (first == families.end()) throw Error(ErrorKind::device, "the device has no compute queue");
    QueuePlaces places{place(first), place(first)};
    if (first->queueCount > 1) {
        places.computing.number = 1;
        return places;
    }
    const auto is_other = [&](const vk::QueueFamilyProperties& family) {
        return &family != &*first && computes(family);
    };
    if (const auto second = std::ranges::find_if(families, is_other); second != families.end())
        places.computing = place(second);
    return places;
}

std::string reason_of(const vk::Error& error) {
    switch (result_of(error)) {
    case vk::Result::eErrorOutOfHostMemory:
    case vk::Result::eErrorMemoryMapFailed:
        return "there is no memory left";
    case vk::Result::eErrorOutOfDeviceMemory:
        return "the device has no memory left";
    case vk::Result::eErrorDeviceLost:
        return "the device was lost";
    default:
        return error.what();
    }
}

void throw_as_device_error(std::string_view what, const vk::Error& error) {
    const std::string sentence = std::string(what) + ": " + reason_of(error);
    switch (result_of(error)) {
    case vk::Result::eErrorDeviceLost:
        throw DeviceLost(sentence);
    case vk::Result::eErrorOutOfHostMemory:
    case vk::Result::eErrorOutOfDeviceMemory:
    case vk::Result::eErrorMemoryMapFailed:
    case vk::Result::eErrorTooManyObjects:
    case vk::Result::eErrorFragmentedPool:
    case vk::Result::eErrorOutOfPoolMemory:
        throw OutOfMemory(sentence);
    default:
        throw Error(ErrorKind::device, sentence);
    }
}

Device::Device(const Context& context, std::size_t index, const DeviceOptions& options)
    : facts_(context.devices()[index]), native_(std::make_unique<Native>()) {
    if (const auto reason = refusal(facts_)) throw Error(ErrorKind::device, *reason);
    if (options.storage_range) facts_.storage_range = std::min(facts_.storage_range, *options.storage_range);
    if (options.workgroups_x) facts_.workgroups_x = std::min(facts_.workgroups_x, *options.workgroups_x);
    if (!options.cache_folder.empty()) cache_file_ = pipelines_file(options.cache_folder, facts_);
    guarded(facts_.name + " cannot be used", [&] {
        Native& native = *native_;
        native.physical = context.native().physical_devices[index];
        native.memory = native.physical.getMemoryProperties();
        const auto families = native.physical.getQueueFamilyProperties();
        const auto [drawing, computing] = choose_queues(families);
        native.device = open(native.physical, facts_, {drawing, computing}, options.extensions);
        native.drawing.family = drawing.family;
        native.drawing.handle = native.device.getQueue(drawing.family, drawing.number);
        if (computing != drawing) {
            native.computing_apart = std::make_unique<Queue>();
            native.computing_apart->family = computing.family;
            native.computing_apart->handle = native.device.getQueue(computing.family, computing.number);
        }
        native.debug_utils = context.native().debug_utils;

        const auto limits = native.physical.getProperties().limits;
        native.offset_alignment = std::max<std::uint64_t>(limits.minStorageBufferOffsetAlignment, 4);
        const std::uint32_t bits = families[computing.family].timestampValidBits;
        native.timestamp_ns = bits == 0 ? 0 : limits.timestampPeriod;
        native.timestamp_mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;

        const std::vector<std::byte> stored = load_pipeline_cache(cache_file_);
        native.pipeline_cache = native.device.createPipelineCache(
            {.initialDataSize = stored.size(), .pInitialData = stored.data()});
    });
}

Device::~Device() {
    try {
        if (cache_file_.empty() || lost()) return;
        const std::vector<std::uint8_t> data = native_->pipeline_cache.getData();
        store_pipeline_cache(cache_file_, std::as_bytes(std::span(data)));
    } catch (const std::exception&) {
        // The cache only saves time at the next start, so a failed write is not an error.
    }
}

void Device::read_shaders_from(std::filesystem::path folder) {
    if (!reloads_shaders())
        throw Error(ErrorKind::usage, "this program was built without HUEDRIFT_SHADER_RELOAD");
    shader_folder_ = std::move(folder);
}

bool Device::lost() const { return native_->lost; }

bool Device::hangs() const { return native_->hangs; }

void UnlessHanging::leave([[maybe_unused]] const void* objects) {
#if defined(HUEDRIFT_SANITIZED) && defined(__clang__)
    __lsan_ignore_object(objects);
#endif
}

DeviceLost Device::Native::hung() {
    lost = hangs = true;
    return DeviceLost("the device hangs");
}

std::unique_lock<std::timed_mutex> Device::Native::lock(Queue& queue, std::chrono::milliseconds patience) {
    std::unique_lock lock(queue.mutex, patience);
    if (!lock) throw hung();
    return lock;
}

void Device::Native::name(vk::ObjectType type, std::uint64_t handle, const std::string& text) const {
    if (!debug_utils) return;
    device.setDebugUtilsObjectNameEXT(
        {.objectType = type, .objectHandle = handle, .pObjectName = text.c_str()});
}

}
