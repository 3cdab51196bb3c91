#include "base/run_program.h"

#include "base/child_process.h"
#include "base/error.h"
#include "base/shared_memory.h"

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace huedrift {
namespace {

/// An open file in memory for a program's input or output, so that neither side has to wait.
FileDescriptor memory_file(std::span<const std::byte> bytes) {
    FileDescriptor file = make_growing_memory();
    append(file, bytes);
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

std::optional<ProgramResult> run_program(const std::vector<std::string>& words,
                                         std::span<const std::byte> input, std::size_t max_bytes,
                                         std::chrono::milliseconds longest) {
    const FileDescriptor in = memory_file(input), out = memory_file({}), complaints = memory_file({});
    const auto process =
        start_program(words, {{in, STDIN_FILENO}, {out, STDOUT_FILENO}, {complaints, STDERR_FILENO}});
    if (!process) return std::nullopt;
    const std::optional<int> status = end_of(*process, longest);
    if (!status) throw Error(ErrorKind::failed, words.front() + " does not answer");
    return ProgramResult{.exit_code = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1,
                         .output = contents(out, max_bytes)};
}

}
