#pragma once

#include "base/location.h"
#include "base/parallel.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

namespace huedrift {

/// How many bytes of memory this process may use: the machine's, or fewer if its control group (a container,
/// a service) or one around it has a limit. `root` has the folders proc and sys, which a test may write
/// itself.
std::size_t memory_limit(const std::filesystem::path& root = "/");

/// The number of inputs to work on at the same time: `setting`, or as many as threads and memory (in bytes)
/// allow.
std::size_t jobs_at_once(std::optional<int> setting, std::span<const Location> inputs,
                         std::size_t memory = memory_limit());

/// Calls `work(i)` for each i below `count` on up to `threads` threads, and `done(i)` after it, on this
/// thread and in order. Begins at most 2 * `threads` ahead of `done`, to limit the outcomes in memory.
/// Parallel loops in `work` use as many threads as before in total. `work` must not throw; an exception from
/// `done` skips the remaining calls.
void in_order(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work,
              FunctionRef<std::size_t> done);

}
