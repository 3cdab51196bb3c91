#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift {

/// All bytes of a file, or of standard input when `path` is "-". Pipes and devices are read to their end.
/// Throws Error(input) naming the file when it cannot be read or holds more than `max_bytes`.
std::vector<std::byte> read_input(const std::filesystem::path& path, std::size_t max_bytes);

/// The input's name in messages: the path, or "standard input" for "-".
std::string input_name(const std::filesystem::path& path);

}
