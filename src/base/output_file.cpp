#include "base/output_file.h"

#include "base/error.h"
#include "base/file_descriptor.h"
#include "base/temporary_file.h"

#include <climits>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/stat.h>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

Error unwritable(const std::string& name, const std::string& reason) {
    return {ErrorKind::output, name + " cannot be written: " + reason};
}

Error already_there(const fs::path& target) {
    return {ErrorKind::output, target.string() + " exists and is not replaced"};
}

void write_all(int descriptor, std::span<const std::byte> bytes, const std::string& name) {
    while (!bytes.empty()) {
        const ssize_t written =
            retry_interrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
        if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) { // a non-blocking pipe
            pollfd ready{.fd = descriptor, .events = POLLOUT, .revents = 0};
            retry_interrupted([&] { return ::poll(&ready, 1, -1); });
            continue;
        }
        if (written <= 0) throw unwritable(name, written < 0 ? system_reason() : "it accepts no more bytes");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

/// The permission bits of a regular file; none when there is no file. Throws Error(output) for anything else.
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

/// The target of a symbolic link; none when `path` is not a link or does not exist. Errors name `target`.
std::optional<fs::path> link_at(const fs::path& path, const fs::path& target) {
    char pointed[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), pointed, sizeof pointed);
    if (length >= 0) return fs::path(std::string(pointed, static_cast<std::size_t>(length)));
    if (errno == EINVAL || errno == ENOENT) return std::nullopt;
    throw unwritable(target.string(), system_reason());
}

/// The end of a chain of symbolic links, whether or not a file is there: rename would replace the link.
fs::path follow_links(const fs::path& target) {
    fs::path path = target;
    for (int links = 0; links <= 40; ++links) {
        const std::optional<fs::path> pointed = link_at(path, target);
        if (!pointed) return path;
        path = path.parent_path() / *pointed;
    }
    throw unwritable(target.string(), "its symbolic link cannot be followed");
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : "."; }

/// Makes the new name survive a power cut. A folder that is writable but not readable cannot be opened for
/// this, and some file systems do not support it (EINVAL); neither means that the file failed.
void sync_folder(const fs::path& folder, const fs::path& target) {
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.valid() && retry_interrupted([&] { return ::fsync(opened.get()); }) != 0 && errno != EINVAL)
        throw Error(ErrorKind::output,
                    target.string() + " was written, but the disk did not confirm it: " + system_reason());
}

}

void check_target(const fs::path& target, Overwrite overwrite) {
    if (permissions_of(target) && overwrite == Overwrite::no) throw already_there(target);
    if (::access(folder_of(follow_links(target)).c_str(), W_OK | X_OK) != 0)
        throw unwritable(target.string(), system_reason());
}

struct PendingFile::State {
    fs::path target, file; ///< as given, and at the end of symbolic links
    Overwrite overwrite;
    TemporaryFile temporary;
};

PendingFile::PendingFile(const fs::path& target, std::span<const std::byte> bytes, Overwrite overwrite) {
    check_target(target, overwrite);
    const std::optional<mode_t> old_permissions = permissions_of(target);
    const fs::path file = follow_links(target);
    std::optional<TemporaryFile> temporary =
        TemporaryFile::create(folder_of(file), old_permissions.value_or(0666));
    if (!temporary) throw unwritable(target.string(), system_reason());
    write_all(temporary->descriptor(), bytes, target.string());
    if (old_permissions && ::fchmod(temporary->descriptor(), *old_permissions) != 0)
        throw unwritable(target.string(), system_reason());
    // Makes the system report deferred errors now, so that closing the file loses nothing.
    if (retry_interrupted([&] { return ::fsync(temporary->descriptor()); }) != 0)
        throw unwritable(target.string(), system_reason());
    state_ = std::make_unique<State>(State{target, file, overwrite, std::move(*temporary)});
}

PendingFile::PendingFile(PendingFile&&) noexcept = default;
PendingFile::~PendingFile() = default;

void PendingFile::place() {
    const auto& [target, file, overwrite, temporary] = *state_;
    if (!state_->temporary.rename_to(file, overwrite)) {
        if (errno == EEXIST && overwrite == Overwrite::no) throw already_there(target);
        throw unwritable(target.string(), system_reason());
    }
    sync_folder(folder_of(file), target);
}

void write_file_atomically(const fs::path& target, std::span<const std::byte> bytes, Overwrite overwrite) {
    PendingFile(target, bytes, overwrite).place();
}

void make_folder(const fs::path& folder) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) throw Error(ErrorKind::output, folder.string() + " cannot be created: " + failure.message());
}

std::vector<std::byte> text_bytes(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void write_stdout(std::span<const std::byte> bytes) { write_all(STDOUT_FILENO, bytes, "standard output"); }

}
