#pragma once

#include "base/shared_memory.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift {

/// All bytes of a file, of standard input when `path` is "-", or what read_clipboard() reads when it is
/// clipboard_name. Pipes and devices are read to their end. Throws Error(input) naming the file when it
/// cannot be read or holds more than `max_bytes`, Error(failed) without memory for it.
std::vector<std::byte> read_input(const std::filesystem::path& path, std::size_t max_bytes);

/// The same, for what is large or to be passed to another process.
SealedBytes read_sealed_input(const std::filesystem::path& path, std::size_t max_bytes);

/// How many inputs this thread has begun to read. Tests hold the thread that draws the window free of
/// reading.
std::size_t inputs_read_here();

/// The input's name in messages: the path, "standard input" for "-", or "the clipboard".
std::string input_name(const std::filesystem::path& path);

}
