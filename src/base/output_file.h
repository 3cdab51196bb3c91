#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace huedrift {

/// Whether an existing target may be replaced.
enum class Overwrite { no, yes };

/// Throws the errors of write_file_atomically() that can be foreseen. Call it before long work.
void check_target(const std::filesystem::path& target, Overwrite overwrite);

/// Writes `bytes` to `target` whole or not at all: into a temporary file in the same folder, which is synced
/// and then renamed. On any failure the target stays as it was, and the temporary file is removed, by the
/// next writer in that folder if this process dies. (If syncing the folder fails at the very end, the new
/// file is in place and the error says so.) A replaced file keeps its permission bits, and a new file gets
/// those of the umask. A symbolic link stays; its target is replaced. With Overwrite::no an existing target
/// is an error, even one that appears during the call. Throws Error(output) naming the target.
void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes,
                           Overwrite overwrite);

/// The bytes of a text.
std::vector<std::byte> text_bytes(std::string_view text);

/// Creates a folder and its parents unless they exist. Throws Error(output).
void make_folder(const std::filesystem::path& folder);

/// Writes all bytes to standard output. Throws Error(output) on failure, and for a closed pipe if the program
/// ignores SIGPIPE.
void write_stdout(std::span<const std::byte> bytes);

}
