#pragma once

#include "base/parallel.h"
#include "engines/failover_engine.h"
#include "image/picture_filter.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace huedrift {

/// What an engine is made with, whichever it is.
struct EngineSettings {
    /// Bytes: of the table of visited states (cpu), of all that is kept on the device (vulkan). None: the
    /// engine's own choice.
    std::optional<std::size_t> memory_limit{};
    /// Each stage's time on the device in Statistics::stages, for which vulkan takes longer in all.
    bool time_stages = false;
    /// vulkan: where to read its shaders from instead of the program; empty where !reloads_shaders().
    std::filesystem::path shader_folder{};
};

/// What the user asked to compute with.
struct EngineChoice {
    std::string engine = "auto";  ///< "auto" or the name of an engine
    std::string device{};         ///< a number of the list, part of a device's name, or empty: the best
    std::optional<int> threads{}; ///< none: all
    EngineSettings settings{};
};

/// One engine on one device.
struct EngineEntry {
    std::string engine, device;
    std::string reason;  ///< why it cannot be used; empty when it can
    bool is_gpu = false; ///< what auto prefers
    std::function<std::unique_ptr<Engine>(const EngineSettings&)> make;
    /// The device's index in VulkanDevices::facts(), for a window that draws on the device that computes.
    std::optional<std::size_t> vulkan_device{};
    /// How often the device was lost; null for a host engine.
    std::shared_ptr<DeviceLosses> losses{};
    /// What works on pictures there; null where that is the CPU.
    std::function<std::unique_ptr<PictureFilter>()> make_filter{};

    bool usable() const { return reason.empty(); }
};

/// The entry that `choice` means; of several the first, usable before not, GPUs before others. auto without a
/// device is a usable GPU, else the CPU engine. Null when there is none.
const EngineEntry* find_entry(std::span<const EngineEntry> entries, const EngineChoice& choice);
/// The same. Throws Error(device) with the reason when there is none or it cannot be used.
const EngineEntry& choose_entry(std::span<const EngineEntry> entries, const EngineChoice& choice);

/// Limits the threads to the number chosen for as long as the result lives.
std::unique_ptr<ThreadLimit> limit_threads(const EngineChoice& choice);

}
