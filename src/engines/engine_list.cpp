#include "engines/engine_list.h"

#include "cpu/cpu_engine.h"
#include "engines/failover_engine.h"
#include "engines/vulkan_entries.h"
#include "reference/reference_engine.h"

namespace huedrift {
namespace {

std::unique_ptr<Engine> make_cpu_engine(const EngineSettings& settings) {
    return std::make_unique<CpuEngine>(settings.memory_limit);
}

std::vector<EngineEntry> host_entries() {
    return {{"cpu", CpuEngine().device(), "", false, make_cpu_engine},
            {"reference", ReferenceEngine().device(), "", false,
             [](const EngineSettings&) { return std::make_unique<ReferenceEngine>(); }}};
}

// Loading the Vulkan drivers takes longer than a small picture, so only choices that may need them load them.
bool means_the_host(const EngineChoice& choice, std::span<const std::string> devices) {
    return devices.empty() && (choice.engine == "cpu" || choice.engine == "reference");
}

}

std::vector<std::string> engine_names() { return {"auto", "cpu", "vulkan", "reference"}; }

std::vector<EngineEntry> engine_entries(std::shared_ptr<VulkanDevices> devices, bool caches) {
    std::vector<EngineEntry> entries = vulkan_entries(std::move(devices), caches);
    for (EngineEntry& entry : host_entries()) entries.push_back(std::move(entry));
    return entries;
}

std::unique_ptr<Engine> make_failover(const EngineEntry& entry, const EngineSettings& settings,
                                      FailoverEngine::Tell tell, DeviceStart start) {
    if (!entry.losses) return entry.make(settings);
    return std::make_unique<FailoverEngine>([make = entry.make, settings] { return make(settings); },
                                            [settings] { return make_cpu_engine(settings); }, entry.losses,
                                            std::move(tell), start);
}

std::unique_ptr<PictureFilter> make_picture_filter(std::span<const EngineEntry> entries,
                                                   const EngineChoice& choice) {
    const EngineEntry* const entry = find_entry(entries, choice);
    if (entry == nullptr || !entry->usable() || !entry->make_filter) return nullptr;
    return std::make_unique<FailoverFilter>(entry->make_filter, entry->losses);
}

std::unique_ptr<Follower> make_follower() { return std::make_unique<CpuEngine>(); }

std::vector<EngineEntry> chosen_entries(const EngineChoice& choice, std::span<const std::string> devices) {
    return choose_entries(means_the_host(choice, devices) ? host_entries()
                                                          : engine_entries(nullptr, choice.settings.caches),
                          choice, devices);
}

std::unique_ptr<Engine> make_engine(const EngineChoice& choice, FailoverEngine::Tell tell) {
    std::vector<std::string> devices;
    if (!choice.device.empty()) devices.push_back(choice.device);
    return make_failover(chosen_entries(choice, devices).front(), choice.settings, std::move(tell));
}

}
