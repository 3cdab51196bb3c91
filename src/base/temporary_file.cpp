#include "base/temporary_file.h"

#include <algorithm>
#include <cassert>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

fs::path name_in(const fs::path& folder, int number) {
    return folder / (".huedrift-" + std::to_string(number));
}

bool lock(int descriptor) {
    return retry_interrupted([&] { return ::flock(descriptor, LOCK_EX | LOCK_NB); }) == 0;
}

/// Whether `path` still names the open file. Another process may have removed it.
bool is_named(int descriptor, const fs::path& path) {
    struct stat open {
    }, named{};
    return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

/// Removes the file if it belongs to this user and no process has locked it. Only the holder of the lock may
/// remove the name, so during the lock it cannot become another process's new file. Returns whether it did.
bool remove_if_left_behind(const fs::path& path) {
    const FileDescriptor file(retry_interrupted(
        [&] { return ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); }));
    struct stat status {};
    if (!file.valid() || ::fstat(file.get(), &status) != 0) return false;
    if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return false;
    return lock(file.get()) && is_named(file.get(), path) && ::unlink(path.c_str()) == 0;
}

/// The path of an open file, by which it can get a name.
std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

}

TemporaryFile::TemporaryFile(fs::path folder, fs::path path, FileDescriptor file)
    : folder_(std::move(folder)), path_(std::move(path)), file_(std::move(file)) {}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(std::move(other.folder_)), path_(std::exchange(other.path_, {})),
      file_(std::move(other.file_)) {}

TemporaryFile::~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
}

std::optional<TemporaryFile> TemporaryFile::create(const fs::path& folder, mode_t mode) {
    FileDescriptor file(
        retry_interrupted([&] { return ::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, mode); }));
    if (file.valid() && ::access(path_of(file.get()).c_str(), F_OK) == 0)
        return TemporaryFile(folder, {}, std::move(file));
    // Not every file system has files without names, nor every sandbox /proc.
    return create_named(folder, mode);
}

std::optional<TemporaryFile> TemporaryFile::create_named(const fs::path& folder, mode_t mode) {
    for (int number = 0;;) {
        const fs::path path = name_in(folder, number);
        FileDescriptor file(retry_interrupted(
            [&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode); }));
        if (!file.valid()) {
            if (errno != EEXIST) return std::nullopt;
            if (!remove_if_left_behind(path)) ++number;
            continue;
        }
        TemporaryFile created(folder, path, std::move(file));
        // Without locks in the file system nobody removes it either.
        const bool is_locked_by_another = !lock(created.descriptor()) && errno == EWOULDBLOCK;
        struct stat status {};
        if (::fstat(created.descriptor(), &status) != 0) return std::nullopt;
        if (!is_locked_by_another && status.st_nlink != 0) return created;
        created.path_.clear(); // another writer removed it before it was locked
    }
}

bool TemporaryFile::link_to(const fs::path& path) const {
    return ::linkat(AT_FDCWD, path_of(descriptor()).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool TemporaryFile::take_hidden_name() {
    assert(path_.empty());
    lock(descriptor()); // before others can see it
    for (int number = 0;;) {
        const fs::path path = name_in(folder_, number);
        if (link_to(path)) {
            path_ = path;
            return true;
        }
        if (errno != EEXIST) return false;
        if (!remove_if_left_behind(path)) ++number;
    }
}

bool TemporaryFile::has_name_in_any_case() {
    if (path_.empty() && !take_hidden_name()) return false;
    std::string name = path_.filename().string();
    std::ranges::replace(name, 'h', 'H');
    return is_named(descriptor(), path_.parent_path() / name);
}

bool TemporaryFile::rename_to(const fs::path& target, Overwrite overwrite) {
    assert(file_.valid());
    if (path_.empty()) {
        if (link_to(target)) return true;
        if (errno != EEXIST || overwrite == Overwrite::no) return false;
        if (!take_hidden_name()) return false; // a link replaces nothing
    }
    const bool renamed =
        overwrite == Overwrite::yes ? ::rename(path_.c_str(), target.c_str()) == 0 : take_free_name(target);
    if (renamed) path_.clear();
    return renamed;
}

bool TemporaryFile::take_free_name(const fs::path& target) {
    assert(!path_.empty());
    const auto unsupported = [] { return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP; };
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (!unsupported()) return false;
    // Without that flag (NFS), link() fails just as atomically for an existing name.
    if (::link(path_.c_str(), target.c_str()) == 0) {
        ::unlink(path_.c_str());
        return true;
    }
    if (!unsupported() && errno != EPERM) return false;
    // Without links, too (exFAT), an empty file reserves the name first, so that no other file is replaced.
    const FileDescriptor claim(retry_interrupted(
        [&] { return ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600); }));
    if (!claim.valid()) return false;
    if (::rename(path_.c_str(), target.c_str()) == 0) return true;
    const int reason = errno;
    ::unlink(target.c_str());
    errno = reason;
    return false;
}

}
