#include "base/output_file.h"

#include "base/error.h"
#include "base/file_descriptor.h"
#include "base/location.h"
#include "base/temporary_file.h"

#include <array>
#include <cassert>
#include <climits>
#include <compare>
#include <fcntl.h>
#include <map>
#include <poll.h>
#include <set>
#include <sys/stat.h>
#include <tuple>

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

/// A file that a new one replaces.
struct OldFile {
    mode_t permissions;
    bool has_other_names; ///< hard links, which keep it
};

/// The regular file at a target; none when there is no file. Throws Error(output) for anything else.
std::optional<OldFile> old_file_at(const fs::path& target) {
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno == ENOENT) return std::nullopt;
        throw unwritable(target.string(), system_reason());
    }
    if (S_ISDIR(status.st_mode)) throw unwritable(target.string(), "it is a folder");
    if (!S_ISREG(status.st_mode)) throw unwritable(target.string(), "it is not a regular file");
    return OldFile{status.st_mode & 0777, status.st_nlink > 1};
}

/// The target of a symbolic link; none when `path` is not a link or does not exist. Errors name `target`.
std::optional<fs::path> link_at(const fs::path& path, const fs::path& target) {
    char pointed[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), pointed, sizeof pointed);
    if (length >= 0) return fs::path(std::string(pointed, static_cast<std::size_t>(length)));
    if (errno == EINVAL || errno == ENOENT) return std::nullopt;
    throw unwritable(target.string(), system_reason());
}

constexpr int max_links = 40; // as the system follows

/// The end of a chain of symbolic links, whether or not a file is there: rename would replace the link.
fs::path follow_links(const fs::path& target) {
    fs::path path = target;
    for (int links = 0; links <= max_links; ++links) {
        const std::optional<fs::path> pointed = link_at(path, target);
        if (!pointed) return path;
        path = path.parent_path() / *pointed;
    }
    throw unwritable(target.string(), "its symbolic link cannot be followed");
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : "."; }

void set_times(int descriptor, const KeptTimes& times, const std::string& name) {
    if (!times) return;
    const std::array values{times->read, times->changed};
    if (::futimens(descriptor, values.data()) != 0) throw unwritable(name, system_reason());
}

/// Makes the system report deferred errors now, so that closing the file loses nothing.
void sync_file(int descriptor, const std::string& name) {
    if (retry_interrupted([&] { return ::fsync(descriptor); }) != 0) throw unwritable(name, system_reason());
}

/// A folder that is writable but not readable cannot be opened for this, and some file systems do not support
/// it (EINVAL); neither means that the file failed.
void sync_folder(const fs::path& folder, const fs::path& target) {
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.valid() && retry_interrupted([&] { return ::fsync(opened.get()); }) != 0 && errno != EINVAL)
        throw Error(ErrorKind::output,
                    target.string() + " was written, but the disk did not confirm it: " + system_reason());
}

/// The file that a target means: one that exists, or the path of a new one below a folder that exists.
struct Destination {
    fs::path existing;
    dev_t device = 0;
    ino_t inode = 0;
    std::string below{}; ///< empty for a file that exists

    std::weak_ordering operator<=>(const Destination& other) const {
        return std::tie(device, inode, below) <=> std::tie(other.device, other.inode, other.below);
    }
};

/// None for a target that cannot be looked up.
std::optional<Destination> destination_of(const fs::path& target) {
    std::error_code failure;
    fs::path existing = target, below;
    for (int links = 0; links < max_links && fs::is_symlink(existing, failure); ++links)
        existing = existing.parent_path() / fs::read_symlink(existing, failure);
    struct stat status {};
    while (::stat(existing.c_str(), &status) != 0) {
        const fs::path folder = folder_of(existing);
        if (errno != ENOENT || folder == existing) return std::nullopt;
        below = below.empty() ? existing.filename() : existing.filename() / below;
        existing = folder;
    }
    return Destination{existing, status.st_dev, status.st_ino, below.lexically_normal().string()};
}

bool ignores_case(const fs::path& folder) {
    std::optional<TemporaryFile> probe = TemporaryFile::create(folder, 0600);
    return probe && probe->has_name_in_any_case();
}

}

void check_target(const fs::path& target, Overwrite overwrite) {
    if (old_file_at(target) && overwrite == Overwrite::no) throw already_there(target);
    if (::access(folder_of(follow_links(target)).c_str(), W_OK | X_OK) != 0)
        throw unwritable(target.string(), system_reason());
}

std::vector<std::string> notes_on_links(std::span<const fs::path> targets) {
    std::vector<std::string> notes;
    for (const fs::path& target : targets)
        if (const std::optional<OldFile> old = old_file_at(target); old && old->has_other_names)
            notes.push_back(target.string() +
                            " is a new file now; the other names of the old one (hard links) keep it");
    return notes;
}

std::optional<std::pair<std::size_t, std::size_t>> find_repeated_target(std::span<const fs::path> targets) {
    std::map<Destination, std::size_t> exact, any_case;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        std::optional<Destination> destination = destination_of(targets[i]);
        if (!destination) continue;
        const auto [same, is_new] = exact.emplace(*destination, i);
        if (!is_new) return std::pair(same->second, i);
        destination->below = lower_case(destination->below);
        const auto [alike, is_unlike] = any_case.emplace(*destination, i);
        if (!is_unlike && ignores_case(destination->existing)) return std::pair(alike->second, i);
    }
    return std::nullopt;
}

void check_distinct(std::span<const fs::path> targets) {
    const auto repeated = find_repeated_target(targets);
    if (!repeated) return;
    const fs::path &first = targets[repeated->first], &second = targets[repeated->second];
    throw Error(ErrorKind::usage, first == second
                                      ? first.string() + " would be written twice"
                                      : first.string() + " and " + second.string() + " are the same file");
}

std::vector<fs::path> files_among(std::span<const fs::path> files, std::span<const fs::path> others) {
    std::set<Destination> known;
    for (const fs::path& other : others)
        if (auto destination = destination_of(other)) known.insert(std::move(*destination));
    std::vector<fs::path> among;
    for (const fs::path& file : files)
        if (const auto destination = destination_of(file); destination && known.contains(*destination))
            among.push_back(file);
    return among;
}

struct PendingFile::State {
    fs::path target, file; ///< as given, and at the end of symbolic links
    Overwrite overwrite;
    TemporaryFile temporary;
};

PendingFile::PendingFile(const fs::path& target, std::span<const std::byte> bytes, Overwrite overwrite,
                         const KeptTimes& times) {
    check_target(target, overwrite);
    const std::optional<OldFile> old = old_file_at(target);
    const fs::path file = follow_links(target);
    std::optional<TemporaryFile> temporary =
        TemporaryFile::create(folder_of(file), old ? old->permissions : 0666);
    if (!temporary) throw unwritable(target.string(), system_reason());
    write_all(temporary->descriptor(), bytes, target.string());
    if (old && ::fchmod(temporary->descriptor(), old->permissions) != 0)
        throw unwritable(target.string(), system_reason());
    set_times(temporary->descriptor(), times, target.string());
    sync_file(temporary->descriptor(), target.string());
    state_ = std::make_unique<State>(State{target, file, overwrite, std::move(*temporary)});
}

PendingFile::PendingFile(PendingFile&&) noexcept = default;
PendingFile::~PendingFile() = default;

void PendingFile::place() {
    assert(state_ && "a file is placed once, and not after a move");
    if (state_->temporary.rename_to(state_->file, state_->overwrite)) return;
    if (errno == EEXIST && state_->overwrite == Overwrite::no) throw already_there(state_->target);
    throw unwritable(state_->target.string(), system_reason());
}

void sync_folders(std::span<const fs::path> targets) {
    std::set<fs::path> synced;
    for (const fs::path& target : targets) {
        std::error_code unknown;
        const fs::path file = fs::canonical(target, unknown);
        const fs::path folder = folder_of(unknown ? target : file);
        if (synced.insert(folder).second) sync_folder(folder, target);
    }
}

void write_file_atomically(const fs::path& target, std::span<const std::byte> bytes, Overwrite overwrite) {
    PendingFile(target, bytes, overwrite).place();
    sync_folders(std::span(&target, 1));
}

void make_folder(const fs::path& folder) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) throw Error(ErrorKind::output, folder.string() + " cannot be created: " + failure.message());
}

void write_stdout(std::span<const std::byte> bytes) { write_all(STDOUT_FILENO, bytes, "standard output"); }

}
