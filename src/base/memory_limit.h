#pragma once

#include <cstddef>
#include <filesystem>

namespace huedrift {

/// The bytes of the machine's memory.
std::size_t machine_memory();

/// How many bytes of memory this process may use: the machine's, or fewer if its control group (a container,
/// a service) or one around it has a limit. `root` has the folders proc and sys, which a test may write
/// itself.
std::size_t memory_limit(const std::filesystem::path& root = "/");

}
