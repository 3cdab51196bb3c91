#include "engines/engine_choice.h"

#include "base/error.h"
#include "base/memory_limit.h"
#include "base/wording.h"
#include "cpu/cpu_engine.h"
#include "reference/reference_engine.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace huedrift {

namespace {

/// The device name for every GPU, where several devices may be named.
constexpr std::string_view all_devices = "all";

bool contains_ignoring_case(const std::string& text, const std::string& part) {
    const auto same = [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

/// Whether `device` names the entry with this number.
bool is_device(const EngineEntry& entry, std::size_t number, const std::string& device) {
    const auto index = number_in<std::size_t>(device);
    return index ? *index == number : contains_ignoring_case(entry.device, device);
}

/// The rank of an entry, larger is better. It decides auto's choice and between several matches.
int preference(const EngineEntry& entry) {
    return 4 * entry.usable() + (entry.is_gpu ? 2 : entry.engine == "cpu" ? 1 : 0);
}

}

void DeviceLosses::add() {
    const Lock lock(mutex_);
    const Clock::time_point now = now_();
    count_ = std::min(count_at(now) + 1, limit);
    last_ = now;
}

int DeviceLosses::count() const {
    const Lock lock(mutex_);
    return count_at(now_());
}

/// Call it with `mutex_` locked.
int DeviceLosses::count_at(Clock::time_point now) const {
    return static_cast<int>(std::max<std::int64_t>(count_ - (now - last_) / forgiven_after, 0));
}

const EngineEntry* find_entry(std::span<const EngineEntry> entries, const EngineChoice& choice) {
    const EngineEntry* best = nullptr;
    for (std::size_t number = 0; number < entries.size(); ++number) {
        const EngineEntry& entry = entries[number];
        if (choice.engine != "auto" && choice.engine != entry.engine) continue;
        if (!choice.device.empty() && !is_device(entry, number, choice.device)) continue;
        if (best == nullptr || preference(entry) > preference(*best)) best = &entry;
    }
    return best;
}

const EngineEntry& choose_entry(std::span<const EngineEntry> entries, const EngineChoice& choice) {
    const EngineEntry* const best = find_entry(entries, choice);
    if (best == nullptr)
        throw Error(ErrorKind::device, "there is no device " + choice.device + " for this engine");
    if (!best->usable())
        throw Error(ErrorKind::device, "the " + best->engine + " engine cannot be used: " + best->reason);
    return *best;
}

std::vector<EngineEntry> choose_entries(std::span<const EngineEntry> entries, const EngineChoice& choice,
                                        std::span<const std::string> devices) {
    std::vector<bool> chosen(entries.size(), false);
    const auto choose = [&](const std::string& device) {
        EngineChoice one = choice;
        one.device = device;
        chosen[static_cast<std::size_t>(&choose_entry(entries, one) - entries.data())] = true;
    };
    for (const std::string& device : devices) {
        if (device != all_devices) {
            choose(device);
            continue;
        }
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (entries[i].usable() && entries[i].is_gpu &&
                (choice.engine == "auto" || choice.engine == entries[i].engine))
                chosen[i] = true;
    }
    if (std::ranges::count(chosen, true) == 0) choose(choice.device);
    std::vector<EngineEntry> result;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (chosen[i]) result.push_back(entries[i]);
    return result;
}

std::unique_ptr<ThreadLimit> limit_threads(const EngineChoice& choice) {
    return choice.threads ? std::make_unique<ThreadLimit>(*choice.threads) : nullptr;
}

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
    if (settings.memory_limit || settings.caches) return std::make_unique<CpuEngine>(settings.memory_limit);
    // Without files the limit of a container cannot be read.
    return std::make_unique<CpuEngine>(memory_of_states(machine_memory()));
}

std::unique_ptr<Follower> make_follower() { return std::make_unique<CpuEngine>(); }

std::vector<EngineEntry> chosen_entries(const EngineChoice& choice, std::span<const std::string> devices) {
    return choose_entries(means_the_host(choice, devices) ? host_entries()
                                                          : engine_entries(nullptr, choice.settings.caches),
                          choice, devices);
}

}
