#pragma once

#include "base/function_ref.h"
#include "base/location.h"
#include "base/memory_limit.h"

#include <cstddef>
#include <optional>
#include <span>

namespace huedrift {

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
