#pragma once

#include "base/function_ref.h"

#include <cstddef>

namespace huedrift {

/// Calls `work(i)` for each i below `count`, on up to `threads` threads at once, and `done(i)` after it, here
/// and one after the other. No work begins more than 2 * `threads` ahead of what is done, so that what waits
/// stays little. `work` must not throw; what `done` throws ends the rest.
void in_order(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work,
              FunctionRef<std::size_t> done);

}
