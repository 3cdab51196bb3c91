#pragma once

#include "engines/engine_list.h"
#include "pipeline/recipe.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace huedrift {

/// What works on the pixels of a job on a device; null: the CPU does.
struct PixelTools {
    std::unique_ptr<PictureFilter> filter{};
    std::unique_ptr<ColorMixer> mixer{};
};

/// Engines for jobs that run at the same time. On the CPU each job has its own; devices compute for one job
/// at a time each, and a job takes whichever is idle.
class JobEngines {
public:
    /// On `entries`, at least one. Throws what make_failover() does.
    JobEngines(std::span<const EngineEntry> entries, const EngineSettings& settings);
    ~JobEngines();

    /// For one job. `notes`, which must live as long, takes what the user is told of devices meanwhile.
    std::unique_ptr<Engine> make(std::vector<std::string>& notes);

    /// What a recipe needs for the pixels of one job, which is on one device after the other. The bytes are
    /// the CPU's.
    PixelTools make_for_pixels(const Recipe& recipe);

private:
    struct Device;
    class Turn;
    class OnDevice;

    void add_device(const EngineEntry& entry);
    bool is_on_host() const { return devices_.empty(); }

    EngineSettings settings_;
    std::vector<EngineEntry> entries_; ///< of a device each, or the only one, of the CPU
    std::atomic<std::size_t> pixel_jobs_ = 0;
    std::vector<std::string> first_notes_; ///< of opening devices
    std::mutex mutex_;                     ///< of what follows
    std::condition_variable idle_;
    std::vector<std::unique_ptr<Device>> devices_; ///< as many until the end
};

}
