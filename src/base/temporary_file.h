#pragma once

#include "base/file_descriptor.h"
#include "base/output_file.h"

#include <optional>
#include <sys/types.h>

namespace huedrift {

/// A new file in the folder of a target, without a name until it gets that of the target: it cannot be left
/// behind. Where the system has no such files, and for the moment in which it replaces another file, it is
/// named ".huedrift-N" and locked. One without a lock is left over from a dead process, and the next writer
/// that needs its name removes it.
class TemporaryFile {
public:
    /// Returns none, with errno set, when no file can be created.
    static std::optional<TemporaryFile> create(const std::filesystem::path& folder, mode_t mode);
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    ~TemporaryFile();

    int descriptor() const { return file_.get(); }
    /// Whether its folder also finds it with a capital letter in its name.
    bool has_name_in_any_case();
    /// Gives the file the name of its target in one step. Returns false, with errno set, on failure: EEXIST
    /// for a target that may not be replaced.
    bool rename_to(const std::filesystem::path& target, Overwrite overwrite);

private:
    TemporaryFile(std::filesystem::path folder, std::filesystem::path path, FileDescriptor file);
    static std::optional<TemporaryFile> create_named(const std::filesystem::path& folder, mode_t mode);
    bool link_to(const std::filesystem::path& path) const;
    bool take_hidden_name();
    bool take_free_name(const std::filesystem::path& target);

    std::filesystem::path folder_;
    std::filesystem::path path_; ///< empty while it has no name, and after it got its target's
    FileDescriptor file_;
};

}
