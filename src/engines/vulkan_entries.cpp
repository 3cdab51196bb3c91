#include "engines/engine_choice.h"

#include "engines/vulkan_devices.h"
#include "gpu/engine/vulkan_engine.h"
#include "gpu/picture/device_picture_filter.h"
#include "vulkan/shader_reload.h"

#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

VulkanEngineOptions options_of(const EngineSettings& settings) {
    return {.memory_limit = settings.memory_limit ? std::max<std::uint64_t>(*settings.memory_limit, 1) : 0,
            .time_stages = settings.time_stages};
}

EngineEntry entry_of(const std::shared_ptr<VulkanDevices>& devices, std::size_t index) {
    const vulkan::DeviceFacts& facts = devices->facts()[index];
    return {"vulkan", facts.name, devices->refusal(index), facts.type != vulkan::DeviceType::cpu,
            [devices, index](const EngineSettings& settings) {
                // Shaders under development may be wrong.
                const bool reloads = !settings.shader_folder.empty();
                std::shared_ptr<vulkan::Device> device =
                    reloads ? devices->open(index) : devices->open_checked(index);
                if (reloads) device->read_shaders_from(settings.shader_folder);
                return std::make_unique<VulkanEngine>(std::move(device), options_of(settings));
            },
            std::make_shared<DeviceLosses>(),
            // The CPU filters while another thread checks the device.
            [devices, index] {
                return std::make_unique<gpu::DevicePictureFilter>(devices->open_checked(index, false));
            }};
}

}

bool reloads_shaders() { return vulkan::reloads_shaders(); }

std::vector<EngineEntry> vulkan_entries(std::shared_ptr<VulkanDevices> devices, bool caches) {
    if (!devices && caches) devices = std::make_shared<VulkanDevices>();
    if (!devices)
        devices = std::make_shared<VulkanDevices>(vulkan::ContextOptions{}, self_check_patience, "");
    if (!devices->reason().empty()) return {{"vulkan", "", devices->reason(), false, nullptr}};
    std::vector<std::size_t> order(devices->facts().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::size_t index) { return vulkan::score(devices->facts()[index]); });
    std::vector<EngineEntry> entries;
    entries.reserve(order.size());
    for (const std::size_t index : order) entries.push_back(entry_of(devices, index));
    return entries;
}

}
