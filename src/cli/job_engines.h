#pragma once

#include "base/function_ref.h"
#include "base/location.h"
#include "base/memory_limit.h"
#include "engines/engine_list.h"
#include "pipeline/recipe.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>

namespace huedrift {

/// Engines for jobs that run at the same time. On the CPU each job has its own engine. A device computes for
/// one job at a time, and a job takes any idle device.
class JobEngines {
public:
    /// At least one entry: one a device, or only the CPU's. Looking for devices takes longer than reducing a
    /// small picture does.
    using List = std::function<std::vector<EngineEntry>()>;

    /// Asks for the list once something needs an engine.
    JobEngines(List list, const EngineSettings& settings);
    ~JobEngines();

    /// An engine for one job, which opens a device for its first reduction. It adds messages about devices to
    /// `notes`, which must outlive it. Reducing throws as make_failover() does.
    std::unique_ptr<Engine> make(std::vector<std::string>& notes);

    /// The filter for the pixels of one job that a recipe needs; the job may change devices. Null: the CPU.
    /// The bytes are the CPU's.
    std::unique_ptr<PictureFilter> make_filter(const Recipe& recipe);

private:
    struct Device;
    class Turn;
    class OnDevice;
    class Late;

    void open(Device& device);
    void find_entries();
    std::unique_ptr<Engine> make_now(std::vector<std::string>& notes);

    EngineSettings settings_;
    List list_;
    std::once_flag found_;
    std::vector<EngineEntry> entries_;
    std::atomic<std::size_t> filters_ = 0;
    std::mutex mutex_; ///< guards the members below
    std::condition_variable idle_;
    std::vector<std::unique_ptr<Device>> devices_; ///< their number never changes
};

/// The number of inputs to work on at the same time: `asked`, or as many as threads and memory (in bytes)
/// allow.
std::size_t jobs_at_once(std::optional<int> asked, std::span<const Location> inputs,
                         std::size_t memory = memory_limit());

/// Calls `work(i)` for each i below `count` on up to `threads` threads, and `done(i)` after it, on this
/// thread and in order. Begins at most 2 * `threads` ahead of `done`, to limit what is kept. Parallel loops
/// in `work` use as many threads as before in total. `work` must not throw; an exception from `done` skips
/// the remaining calls.
void in_order(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work,
              FunctionRef<std::size_t> done);

}
