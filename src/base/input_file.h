#pragma once

#include "base/location.h"
#include "base/shared_memory.h"

#include <cstddef>
#include <vector>

namespace huedrift {

/// All bytes of a file, of standard input, or what read_clipboard() reads. Pipes and devices are read to
/// their end. Throws Error(input) naming the input when it cannot be read or holds more than `max_bytes`,
/// Error(failed) without memory for it.
std::vector<std::byte> read_input(const Location& from, std::size_t max_bytes);

/// The same, for what is large or to be passed to another process.
SealedBytes read_sealed_input(const Location& from, std::size_t max_bytes);

/// How many inputs this thread has begun to read. Tests hold the thread that draws the window free of
/// reading.
std::size_t inputs_read_here();

}
