#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "image/inspect.h"

#include <filesystem>

namespace huedrift {

/// Decodes a file that passed the header gate and turns it upright, in `program`, a decoder: a file
/// that takes over its decoder gains a process that holds only the file and may only compute. Throws
/// Error(input) when no picture comes back, Error(cancelled) within 50 ms after `progress` is cancelled, and
/// Error(failed) when the program cannot be started.
Image decode_apart(const Source& source, const FileFacts& facts, const Progress* progress,
                   const std::filesystem::path& program);

}
