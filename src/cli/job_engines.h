#pragma once

#include "engines/engine_list.h"
#include "pipeline/recipe.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace huedrift {

/// The device's parts for the pixels of a job; null: the CPU.
struct PixelTools {
    std::unique_ptr<PictureFilter> filter{};
    std::unique_ptr<ColorMixer> mixer{};
};

/// Engines for jobs that run at the same time. On the CPU each job has its own engine. A device computes for
/// one job at a time, and a job takes any idle device.
class JobEngines {
public:
    /// Needs at least one entry. Throws as make_failover() does.
    JobEngines(std::span<const EngineEntry> entries, const EngineSettings& settings);
    ~JobEngines();

    /// An engine for one job. It adds messages about devices to `notes`, which must outlive it.
    std::unique_ptr<Engine> make(std::vector<std::string>& notes);

    /// The tools for the pixels of one job that a recipe needs; the job may change devices. The bytes are the
    /// CPU's.
    PixelTools make_for_pixels(const Recipe& recipe);

private:
    struct Device;
    class Turn;
    class OnDevice;

    void add_device(const EngineEntry& entry);
    bool is_on_host() const { return devices_.empty(); }

    EngineSettings settings_;
    std::vector<EngineEntry> entries_; ///< one a device, or only the CPU's
    std::atomic<std::size_t> pixel_jobs_ = 0;
    std::vector<std::string> first_notes_; ///< from opening devices
    std::mutex mutex_;                     ///< guards the members below
    std::condition_variable idle_;
    std::vector<std::unique_ptr<Device>> devices_; ///< their number never changes
};

}
