#include "base/run_program.h"

#include "base/error.h"
#include "base/file_descriptor.h"

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace huedrift {
namespace {

Error not_started(const std::string& name) {
    return {ErrorKind::failed, name + " cannot be started: " + system_reason()};
}

/// An open file in memory for a program's input or output, so that neither side has to wait.
FileDescriptor memory_file(std::span<const std::byte> bytes) {
    FileDescriptor file(::memfd_create("huedrift", MFD_CLOEXEC));
    if (!file.valid()) throw not_started("another program");
    while (!bytes.empty()) {
        const ssize_t put =
            retry_interrupted([&] { return ::write(file.get(), bytes.data(), bytes.size()); });
        if (put < 0) throw not_started("another program");
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

std::vector<std::byte> contents(const FileDescriptor& file, std::size_t max_bytes) {
    const off_t size = ::lseek(file.get(), 0, SEEK_END);
    std::vector<std::byte> bytes(std::min(static_cast<std::size_t>(std::max<off_t>(size, 0)), max_bytes));
    std::size_t used = 0;
    while (used < bytes.size()) {
        const ssize_t got = retry_interrupted([&] {
            return ::pread(file.get(), bytes.data() + used, bytes.size() - used, static_cast<off_t>(used));
        });
        if (got <= 0) break;
        used += static_cast<std::size_t>(got);
    }
    bytes.resize(used);
    return bytes;
}

/// Returns 0 when there is no such program.
pid_t start(std::vector<std::string>& words, const FileDescriptor& input, const FileDescriptor& output,
            const FileDescriptor& complaints) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&files, input.get(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, output.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files, complaints.get(), STDERR_FILENO);
    // The keys of the terminal must end only this program.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = 0;
    errno = ::posix_spawnp(&process, words.front().c_str(), &files, &attributes, arguments.data(), environ);
    const int failure = errno;
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    if (failure == ENOENT) return 0;
    errno = failure;
    if (failure != 0) throw not_started(words.front());
    return process;
}

/// Waits for the program and kills it after `longest`. Returns its status, or none when it was killed.
std::optional<int> end_of(pid_t process, std::chrono::milliseconds longest) {
    // Since Linux 5.3; without it the wait has no limit.
    const FileDescriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    pollfd ended{handle.get(), POLLIN, 0};
    const bool in_time = !handle.valid() || retry_interrupted([&] {
                                                return ::poll(&ended, 1, static_cast<int>(longest.count()));
                                            }) > 0;
    if (!in_time) ::kill(process, SIGKILL);
    int status = 0;
    retry_interrupted([&] { return ::waitpid(process, &status, 0); });
    return in_time ? std::optional(status) : std::nullopt;
}

}

std::optional<ProgramResult> run_program(std::vector<std::string> words, std::span<const std::byte> input,
                                         std::size_t max_bytes, std::chrono::milliseconds longest) {
    const FileDescriptor in = memory_file(input), out = memory_file({}), complaints = memory_file({});
    const pid_t process = start(words, in, out, complaints);
    if (process == 0) return std::nullopt;
    const std::optional<int> status = end_of(process, longest);
    if (!status) throw Error(ErrorKind::failed, words.front() + " does not answer");
    return ProgramResult{.exit_code = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1,
                         .output = contents(out, max_bytes)};
}

}
