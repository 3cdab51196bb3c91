#pragma once

#include "base/function_ref.h"

#include <cstddef>

namespace huedrift {

/// Calls `work(i)` for each i below `count` on up to `threads` threads, and `done(i)` after it, on this
/// thread and in order. Begins at most 2 * `threads` ahead of `done`, to limit what is kept. `work` must not
/// throw; an exception of `done` ends the rest.
void in_order(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work,
              FunctionRef<std::size_t> done);

}
