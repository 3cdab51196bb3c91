#pragma once

#include "base/file_descriptor.h"
#include "base/output_file.h"

#include <optional>
#include <sys/types.h>

namespace huedrift {

/// A new file ".huedrift-N" beside a target, removed again unless it is renamed to the target. It is locked
/// while this lives, so one without a lock was left behind by a process that died: the next writer in that
/// folder removes it.
class TemporaryFile {
public:
    /// Nothing, with errno set, when none can be created.
    static std::optional<TemporaryFile> create(const std::filesystem::path& folder, mode_t mode);
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    ~TemporaryFile();

    int descriptor() const { return file_.get(); }
    /// Renames the file to its target in one step. False with errno set on failure: EEXIST when there is a
    /// target that may not be replaced.
    bool rename_to(const std::filesystem::path& target, Overwrite overwrite);

private:
    TemporaryFile(std::filesystem::path path, FileDescriptor file);
    bool take_free_name(const std::filesystem::path& target);

    std::filesystem::path path_; ///< empty once the name is gone
    FileDescriptor file_;
};

}
