#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace huedrift {

/// Whether an existing target may be replaced.
enum class Overwrite { no, yes };

/// Throws what write_file_atomically() would throw, as far as that can be known in advance; for use before
/// long work.
void check_target(const std::filesystem::path& target, Overwrite overwrite);

/// Writes `bytes` to `target` whole or not at all: they go into a temporary file in the same folder, which is
/// synced and then renamed. Whatever fails, the target stays as it was and the temporary file is removed, by
/// the next writer in that folder if this process dies. (If syncing the folder fails at the very end, the new
/// file is there and the error says so.) A replaced file keeps its permission bits, a new one gets those the
/// umask leaves; a symbolic link stays, and what it points to is replaced. With Overwrite::no an existing
/// target is an error, even one that appears while this function runs. Throws Error(output) naming the
/// target.
void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes,
                           Overwrite overwrite);

/// A text as a file holds it.
std::vector<std::byte> text_bytes(std::string_view text);

/// Makes a folder with all above it, unless it is there. Throws Error(output).
void make_folder(const std::filesystem::path& folder);

/// Writes all bytes to standard output. Throws Error(output) when that fails; for a closed pipe to throw, the
/// program must ignore SIGPIPE.
void write_stdout(std::span<const std::byte> bytes);

}
