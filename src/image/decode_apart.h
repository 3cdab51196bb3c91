#pragma once

#include "base/progress.h"
#include "image/image.h"
#include "image/inspect.h"

#include <filesystem>

namespace huedrift {

/// Decodes a file that passed the header gate and turns it upright, all in `program`, which is
/// huedrift-decode: whatever the file makes of its decoder, it happens in a process that has nothing but the
/// file and may do nothing but compute. Throws Error(input) when no picture comes back, Error(cancelled)
/// within 50 ms after `progress` was cancelled, and Error(failed) when the program cannot be started.
Image decode_apart(const Source& source, const FileFacts& facts, const Progress* progress,
                   const std::filesystem::path& program);

}
