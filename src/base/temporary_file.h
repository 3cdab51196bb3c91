#pragma once

#include "base/file_descriptor.h"
#include "base/output_file.h"

#include <optional>
#include <sys/types.h>

namespace huedrift {

/// A new file ".huedrift-N" beside a target. The destructor removes it unless it was renamed to the target.
/// It stays locked for its lifetime: a file without a lock is left over from a dead process, and the next
/// writer in that folder removes it.
class TemporaryFile {
public:
    /// Returns none, with errno set, when no file can be created.
    static std::optional<TemporaryFile> create(const std::filesystem::path& folder, mode_t mode);
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    ~TemporaryFile();

    int descriptor() const { return file_.get(); }
    /// Whether its folder also finds it with a capital letter in its name.
    bool has_name_in_any_case() const;
    /// Renames the file to its target in one step. Returns false, with errno set, on failure: EEXIST for a
    /// target that may not be replaced.
    bool rename_to(const std::filesystem::path& target, Overwrite overwrite);

private:
    TemporaryFile(std::filesystem::path path, FileDescriptor file);
    bool take_free_name(const std::filesystem::path& target);

    std::filesystem::path path_; ///< empty after the file was renamed
    FileDescriptor file_;
};

}
