#pragma once

#include "base/parallel.h"
#include "engines/failover_engine.h"
#include "image/picture_filter.h"
#include "reduction/color_mixer.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// The settings of an engine of any kind.
struct EngineSettings {
    /// In bytes, for the table of visited states (cpu) or all memory on the device (vulkan). None: the
    /// engine's own choice.
    std::optional<std::size_t> memory_limit{};
    /// Whether Statistics::stages gets each stage's time on the device, which makes vulkan slower overall.
    bool time_stages = false;
    /// vulkan: the folder to read shaders from instead of the built-in ones; empty where !reloads_shaders().
    std::filesystem::path shader_folder{};
};

/// The engine and device that the user chose.
struct EngineChoice {
    std::string engine = "auto";  ///< "auto" or the name of an engine
    std::string device{};         ///< an index into the list, part of a device's name, or empty: the best
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
    /// Makes the filter that processes pictures there; null where the CPU does.
    std::function<std::unique_ptr<PictureFilter>()> make_filter{};
    /// Makes what mixes colours for dithering there; null where the CPU does.
    std::function<std::unique_ptr<ColorMixer>()> make_mixer{};

    bool usable() const { return reason.empty(); }
};

/// What names every GPU at once where several devices may be named.
inline constexpr std::string_view all_devices = "all";

/// The entry that `choice` selects; of several matches, usable before unusable, GPUs before others, then the
/// first. auto without a device selects a usable GPU, else the CPU engine. Null when nothing matches.
const EngineEntry* find_entry(std::span<const EngineEntry> entries, const EngineChoice& choice);
/// The same. Throws Error(device) with the reason when nothing matches or the match cannot be used.
const EngineEntry& choose_entry(std::span<const EngineEntry> entries, const EngineChoice& choice);
/// What choose_entry() selects for each of `devices`, in the order of the entries and each once; the word
/// "all" is every usable GPU of `choice.engine`, or the entry for no device where there is none.
/// `choice.device` is not looked at. No devices: one entry, for no device.
std::vector<EngineEntry> choose_entries(std::span<const EngineEntry> entries, const EngineChoice& choice,
                                        std::span<const std::string> devices);

/// Limits parallel loops to the chosen number of threads for as long as the result lives.
std::unique_ptr<ThreadLimit> limit_threads(const EngineChoice& choice);

}
