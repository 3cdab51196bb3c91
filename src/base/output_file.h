#pragma once

#include "base/input_file.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {

/// Whether an existing target may be replaced.
enum class Overwrite { no, yes };

/// The times that a file gets; none: those of its writing.
using KeptTimes = std::optional<FileTimes>;

/// Throws the errors of write_file_atomically() that can be foreseen. Call it before long work.
void check_target(const std::filesystem::path& target, Overwrite overwrite);

/// A sentence for each target that has other names (hard links), which keep the old file once the target is
/// replaced. Throws as check_target() does.
std::vector<std::string> notes_on_links(std::span<const std::filesystem::path> targets);

/// Indices of two of these targets, the later one second, that are one file, or would become one: by the same
/// path, through links, or as the file system ignores the case of their letters (ASCII). None if all differ;
/// check_target() reports those that cannot be looked up.
std::optional<std::pair<std::size_t, std::size_t>>
find_repeated_target(std::span<const std::filesystem::path> targets);
/// Throws Error(usage) for two targets that are one file, and names them.
void check_distinct(std::span<const std::filesystem::path> targets);

/// Those of `files` that are one of `others`, by the same path or through links.
std::vector<std::filesystem::path> files_among(std::span<const std::filesystem::path> files,
                                               std::span<const std::filesystem::path> others);

/// A file that is written, in a temporary file in the same folder, but does not yet have its name. Without
/// place(), the temporary file is removed, by the next writer in that folder if this process dies. Keeps a
/// file descriptor open.
class PendingFile {
public:
    /// Writes and syncs the temporary file. Throws Error(output) naming the target, which stays as it was.
    PendingFile(const std::filesystem::path& target, std::span<const std::byte> bytes, Overwrite overwrite,
                const KeptTimes& times = {});
    PendingFile(PendingFile&&) noexcept;
    ~PendingFile();

    /// Renames it to its target. Throws as write_file_atomically() does. Once all files are placed, call
    /// sync_folders().
    void place();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Makes the names of placed files survive a power cut: syncs the folder of each target, every folder once.
/// Throws Error(output) if a disk does not confirm it; the files are in place all the same.
void sync_folders(std::span<const std::filesystem::path> targets);

/// Writes `bytes` to `target` whole or not at all, as a PendingFile that is placed. On any failure the target
/// stays as it was. (If syncing the folder fails at the very end, the new file is in place and the error says
/// so.) A replaced file keeps its permission bits, and a new file gets those of the umask. A symbolic link
/// stays; its target is replaced. A hard link is cut (notes_on_links()): the target's other names keep the
/// old file, as writing into that could lose both. With Overwrite::no an existing target is an error, even
/// one that appears during the call. Throws Error(output) naming the target.
void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes,
                           Overwrite overwrite);

/// The bytes of a text.
inline std::vector<std::byte> text_bytes(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// Creates a folder and its parents unless they exist. Throws Error(output).
void make_folder(const std::filesystem::path& folder);

/// Writes all bytes to standard output. Throws Error(output) on failure, and for a closed pipe if the program
/// ignores SIGPIPE.
void write_stdout(std::span<const std::byte> bytes);

}
