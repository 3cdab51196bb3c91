#include "engines/engine_list.h"

#include "cpu/cpu_engine.h"
#include "engines/vulkan_entries.h"
#include "reference/reference_engine.h"

namespace huedrift {
namespace {

std::vector<EngineEntry> host_entries() {
    return {{"cpu", CpuEngine().device(), "", false, make_cpu_engine},
            {"reference", ReferenceEngine().device(), "", false,
             [](const EngineSettings&) { return std::make_unique<ReferenceEngine>(); }}};
}

// Loading the Vulkan drivers takes longer than a small picture, so only choices that may need them load them.
bool means_the_host(const EngineChoice& choice, std::span<const std::string> devices) {
    return devices.empty() && choice.device.empty() &&
           (choice.engine == "cpu" || choice.engine == "reference");
}

}

std::vector<std::string> engine_names() { return {"auto", "cpu", "vulkan", "reference"}; }

std::vector<EngineEntry> engine_entries(std::shared_ptr<VulkanDevices> devices, bool caches) {
    std::vector<EngineEntry> entries = vulkan_entries(std::move(devices), caches);
    for (EngineEntry& entry : host_entries()) entries.push_back(std::move(entry));
    return entries;
}

std::unique_ptr<Engine> make_cpu_engine(const EngineSettings& settings) {
    return std::make_unique<CpuEngine>(settings.memory_limit);
}

std::unique_ptr<Follower> make_follower() { return std::make_unique<CpuEngine>(); }

std::vector<EngineEntry> chosen_entries(const EngineChoice& choice, std::span<const std::string> devices) {
    return choose_entries(means_the_host(choice, devices) ? host_entries()
                                                          : engine_entries(nullptr, choice.settings.caches),
                          choice, devices);
}

}
