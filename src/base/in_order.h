#pragma once

#include "base/location.h"
#include "base/parallel.h"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>

namespace huedrift {

/// The bytes of a usual job: a picture of 64 megapixels, its result, and the states visited.
inline constexpr std::size_t usual_job_memory = std::size_t{2} << 30;

/// The number of inputs to work on at the same time: `setting`, or as many as threads and memory (in bytes;
/// none: memory_limit()) allow for usual jobs.
std::size_t jobs_at_once(std::optional<int> setting, std::span<const Location> inputs,
                         std::optional<std::size_t> memory = {});

/// Memory that jobs at the same time share, where some need much more than a usual one.
class JobMemory {
public:
    explicit JobMemory(std::size_t bytes) : free_(bytes) {}

    /// A part of it, which is given back at the end.
    class Share {
    public:
        /// Waits until so much is free; a job that needs more than there is runs alone.
        Share(JobMemory& memory, std::size_t bytes) : memory_(memory), bytes_(memory.take(bytes)) {}
        ~Share() { memory_.give_back(bytes_); }
        Share(const Share&) = delete;
        Share& operator=(const Share&) = delete;

    private:
        JobMemory& memory_;
        std::size_t bytes_;
    };

private:
    std::size_t take(std::size_t bytes);
    void give_back(std::size_t bytes);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t free_, shares_ = 0;
};

/// Calls `work(i)` for each i below `count` on up to `threads` threads, and `done(i)` after it, on this
/// thread and in order. Begins at most 2 * `threads` ahead of `done`, to limit the outcomes in memory.
/// Parallel loops in `work` use as many threads as before in total. `work` must not throw; an exception from
/// `done` skips the remaining calls.
void in_order(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work,
              FunctionRef<std::size_t> done);

}
