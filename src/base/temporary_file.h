#pragma once

#include "base/file_descriptor.h"
#include "base/output_file.h"

#include <optional>
#include <sys/types.h>

namespace huedrift {

/// A new file beside a target, ".huedrift-N", removed again unless it took the target's name. It is locked
/// while it lives, so that one without a lock is known to be left behind by a process that died: the next
/// writer in that folder removes it.
class TemporaryFile {
public:
    /// Nothing, with errno set, when there can be none.
    static std::optional<TemporaryFile> create(const std::filesystem::path& folder, mode_t mode);
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    ~TemporaryFile();

    int descriptor() const { return file_.get(); }
    /// Gives the file its target's name in one step. False with errno set, EEXIST when there is a target that
    /// may not be replaced.
    bool rename_to(const std::filesystem::path& target, Overwrite overwrite);

private:
    TemporaryFile(std::filesystem::path path, FileDescriptor file);
    bool take_free_name(const std::filesystem::path& target);

    std::filesystem::path path_; ///< empty once nothing has that name
    FileDescriptor file_;
};

}
