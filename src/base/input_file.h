#pragma once

#include "base/location.h"
#include "base/shared_memory.h"

#include <cstddef>
#include <vector>

namespace huedrift {

/// All bytes of a file, of standard input or of the clipboard. Reads pipes and devices to their end. Throws
/// Error(input) naming the input when it cannot be read or exceeds `max_bytes`, and Error(failed) when memory
/// runs out.
std::vector<std::byte> read_input(const Location& from, std::size_t max_bytes);

/// As read_input(), into memory that can be passed to another process without a copy.
SealedBytes read_sealed_input(const Location& from, std::size_t max_bytes);

/// The number of inputs that this thread has begun to read. Tests use it to show that the window's thread
/// reads none.
std::size_t inputs_read_here();

}
