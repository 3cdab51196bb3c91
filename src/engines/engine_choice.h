#pragma once

#include "base/parallel.h"
#include "base/threads.h"
#include "image/picture_filter.h"
#include "reduction/engine.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {

/// Settings for any engine.
struct EngineSettings {
    /// Bytes for the table of visited states (cpu) or for all memory on the device (vulkan). None: the
    /// engine's default.
    std::optional<std::size_t> memory_limit{};
    /// Whether Statistics::stages gets the device time of each stage, which slows vulkan down.
    bool time_stages = false;
    /// vulkan: the folder of shader sources to use instead of the built-in shaders; empty unless
    /// reloads_shaders().
    std::filesystem::path shader_folder{};
    /// Whether an engine may use files: those of compiled pipelines and the outcome of the check of a device
    /// in the user's cache folder, for the devices that chosen_entries() opens, and the limits of a
    /// container.
    bool caches = true;

    friend bool operator==(const EngineSettings&, const EngineSettings&) = default;
};

// The help of the settings of an EngineChoice, as sentences without their full stop.
inline constexpr const char* engine_help =
    "Compute on this engine; all give the same result (auto: a GPU, otherwise the CPU)";
inline constexpr const char* device_help =
    "Compute on this device: a number or part of a name that `devices` lists";
inline constexpr const char* threads_help = "Use N threads of the CPU (all)";
inline constexpr const char* memory_limit_help =
    "Limit the memory for visited states, or with vulkan for everything on the device, e.g. 512M; a lower "
    "limit is slower and gives the same result (512M; with vulkan half of the device's memory, or an eighth "
    "where that is the computer's)";
inline constexpr int max_threads = 1024;

/// The engine and device that the user chose.
struct EngineChoice {
    std::string engine = "auto";  ///< "auto" or the name of an engine
    std::string device{};         ///< an index into the list, part of a device's name, or empty: the best
    std::optional<int> threads{}; ///< none: all
    EngineSettings settings{};

    bool is_automatic() const { return engine == "auto" && device.empty(); }
    friend bool operator==(const EngineChoice&, const EngineChoice&) = default;
};

/// The losses and failures of a device, shared by all who use it. After too many it rests. Thread-safe.
class DeviceLosses {
public:
    using Clock = std::chrono::steady_clock;

    /// Losses after which a device rests.
    static constexpr int limit = 3;
    /// One loss is forgiven for each such time without another.
    static constexpr std::chrono::minutes forgiven_after{10};

    explicit DeviceLosses(std::function<Clock::time_point()> now = Clock::now) : now_(std::move(now)) {}

    /// Counts a loss.
    void add();
    /// The losses that are not forgiven, at most `limit`.
    int count() const;
    bool rests() const { return count() == limit; }

private:
    int count_at(Clock::time_point now) const;

    std::function<Clock::time_point()> now_;
    mutable Mutex mutex_;
    int count_ = 0; ///< at the last loss
    Clock::time_point last_{};
};

using MakeEngine = std::function<std::unique_ptr<Engine>(const EngineSettings&)>;

/// One engine on one device.
struct EngineEntry {
    std::string engine, device;
    std::string reason;  ///< why it cannot be used; empty when it can
    bool is_gpu = false; ///< preferred by auto
    MakeEngine make;
    /// The losses of the device; null for a host engine.
    std::shared_ptr<DeviceLosses> losses{};
    /// Makes a picture filter on this device; null for the CPU.
    std::function<std::unique_ptr<PictureFilter>()> make_filter{};

    bool usable() const { return reason.empty(); }
};

/// The entry that `choice` selects. Of several matches it prefers usable ones, then GPUs, then the first.
/// auto without a device selects a usable GPU, otherwise the CPU engine. Null when nothing matches.
const EngineEntry* find_entry(std::span<const EngineEntry> entries, const EngineChoice& choice);
/// As find_entry(), but throws Error(device) with the reason when nothing matches or the match cannot be
/// used.
const EngineEntry& choose_entry(std::span<const EngineEntry> entries, const EngineChoice& choice);
/// The entries that choose_entry() selects for each of `devices`, in the order of the entries, each once. The
/// word "all" selects every usable GPU of `choice.engine`. If this leaves none: the entry of `choice`.
std::vector<EngineEntry> choose_entries(std::span<const EngineEntry> entries, const EngineChoice& choice,
                                        std::span<const std::string> devices);

/// Limits parallel loops to the chosen number of threads during the result's lifetime.
std::unique_ptr<ThreadLimit> limit_threads(const EngineChoice& choice);

class VulkanDevices;

/// The names that EngineChoice::engine accepts.
std::vector<std::string> engine_names();

/// Whether this build accepts EngineSettings::shader_folder.
bool reloads_shaders();

/// Every engine on every device of this machine, usable or not; an entry's number is its index. Vulkan
/// entries come first, the best device in front. Listing opens no device; the first make() on a device opens
/// it for all engines there. `devices`: the devices to list, which a window may share; null: opened here,
/// with files in the user's cache folder if `caches`.
std::vector<EngineEntry> engine_entries(std::shared_ptr<VulkanDevices> devices = nullptr, bool caches = true);

/// The engine that takes over where a device cannot do the work.
std::unique_ptr<Engine> make_cpu_engine(const EngineSettings& settings);

/// The engine for previews, always on the CPU: their few trajectories would leave a GPU idle.
std::unique_ptr<Follower> make_follower();

/// The entries of engine_entries() that choose_entries() selects. Throws as both.
std::vector<EngineEntry> chosen_entries(const EngineChoice& choice, std::span<const std::string> devices);

/// The Vulkan engine on each device of `devices`, the best first; without devices, one entry with the reason.
/// Null: the devices of this machine, which keep files in the user's cache folder if `caches`.
std::vector<EngineEntry> vulkan_entries(std::shared_ptr<VulkanDevices> devices, bool caches);

}
