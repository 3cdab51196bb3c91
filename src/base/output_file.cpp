#include "base/output_file.h"

#include "base/error.h"
#include "base/file_descriptor.h"

#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <random>
#include <sys/stat.h>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

Error unwritable(const std::string& name, const std::string& reason) {
    return {ErrorKind::output, name + " cannot be written: " + reason};
}

Error already_there(const fs::path& target) {
    return {ErrorKind::output, target.string() + " exists; use --force to replace it"};
}

void write_all(int descriptor, std::span<const std::byte> bytes, const std::string& name) {
    while (!bytes.empty()) {
        const ssize_t written =
            retry_interrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
        if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) { // a pipe someone made non-blocking
            pollfd ready{.fd = descriptor, .events = POLLOUT, .revents = 0};
            retry_interrupted([&] { return ::poll(&ready, 1, -1); });
            continue;
        }
        if (written <= 0) throw unwritable(name, written < 0 ? system_reason() : "nothing was taken");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

/// The permission bits of a regular file, nothing when there is no file. Throws for anything else.
std::optional<mode_t> permissions_of(const fs::path& target) {
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno == ENOENT) return std::nullopt;
        throw unwritable(target.string(), system_reason());
    }
    if (S_ISDIR(status.st_mode)) throw unwritable(target.string(), "it is a folder");
    if (!S_ISREG(status.st_mode)) throw unwritable(target.string(), "it is not a regular file");
    return status.st_mode & 0777;
}

/// Where a chain of symbolic links ends, whether or not something is there: rename would replace the link.
fs::path follow_links(fs::path path) {
    std::error_code failure;
    for (int links = 0; fs::is_symlink(fs::symlink_status(path, failure)); ++links) {
        const fs::path pointed = fs::read_symlink(path, failure);
        if (failure || links == 40) throw unwritable(path.string(), "its symbolic link cannot be followed");
        path = path.parent_path() / pointed;
    }
    return path;
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : "."; }

/// A new file beside the target, removed again unless it was renamed.
class TemporaryFile {
public:
    TemporaryFile(const fs::path& folder, const fs::path& target, mode_t mode);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (!renamed_) ::unlink(path_.c_str());
    }

    int descriptor() const { return file_.get(); }
    bool close() { return file_.close(); }
    /// False with errno set, EEXIST when the target may not be replaced.
    bool rename_to(const fs::path& target, Overwrite overwrite);

private:
    fs::path path_;
    FileDescriptor file_;
    bool renamed_ = false;
};

TemporaryFile::TemporaryFile(const fs::path& folder, const fs::path& target, mode_t mode) {
    std::random_device random;
    do {
        path_ = folder / (".huedrift-" + std::to_string(random()));
        file_ = FileDescriptor(retry_interrupted(
            [&] { return ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode); }));
    } while (!file_.valid() && errno == EEXIST);
    if (!file_.valid()) throw unwritable(target.string(), system_reason());
}

bool TemporaryFile::rename_to(const fs::path& target, Overwrite overwrite) {
    if (overwrite == Overwrite::yes) {
        renamed_ = ::rename(path_.c_str(), target.c_str()) == 0;
        return renamed_;
    }
    renamed_ = ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0;
    if (renamed_ || (errno != EINVAL && errno != ENOSYS)) return renamed_;
    // A file system without that flag (NFS): a second name is refused just as atomically, and the destructor
    // takes the first one away.
    return ::link(path_.c_str(), target.c_str()) == 0;
}

/// Makes the new name last through a power cut. A folder that may be written but not read cannot be opened
/// for this, and some file systems have no such thing (EINVAL); neither is a failure of the file.
void sync_folder(const fs::path& folder, const fs::path& target) {
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.valid() && retry_interrupted([&] { return ::fsync(opened.get()); }) != 0 && errno != EINVAL)
        throw unwritable(target.string(), system_reason());
}

}

void check_target(const fs::path& target, Overwrite overwrite) {
    if (permissions_of(target) && overwrite == Overwrite::no) throw already_there(target);
    if (::access(folder_of(follow_links(target)).c_str(), W_OK | X_OK) != 0)
        throw unwritable(target.string(), system_reason());
}

void write_file_atomically(const fs::path& target, std::span<const std::byte> bytes, Overwrite overwrite) {
    check_target(target, overwrite);
    const std::optional<mode_t> old_permissions = permissions_of(target);
    const fs::path place = follow_links(target);
    const fs::path folder = folder_of(place);

    TemporaryFile temporary(folder, target, old_permissions.value_or(0666));
    write_all(temporary.descriptor(), bytes, target.string());
    if (old_permissions && ::fchmod(temporary.descriptor(), *old_permissions) != 0)
        throw unwritable(target.string(), system_reason());
    if (retry_interrupted([&] { return ::fsync(temporary.descriptor()); }) != 0 || !temporary.close())
        throw unwritable(target.string(), system_reason());
    if (!temporary.rename_to(place, overwrite)) {
        if (errno == EEXIST && overwrite == Overwrite::no) throw already_there(target);
        throw unwritable(target.string(), system_reason());
    }
    sync_folder(folder, target);
}

void write_stdout(std::span<const std::byte> bytes) { write_all(STDOUT_FILENO, bytes, "standard output"); }

}
