#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "image/inspect.h"

#include <filesystem>

namespace huedrift {

/// Decodes a file that passed the header gate and turns it upright, in `program` (huedrift-decode): if the
/// file takes its decoder over, it gains a process that has only the file and may only compute. Throws
/// Error(input) when no picture comes back, Error(cancelled) within 50 ms after `progress` was cancelled, and
/// Error(failed) when the program cannot be started.
Image decode_apart(const Source& source, const FileFacts& facts, const Progress* progress,
                   const std::filesystem::path& program);

}
