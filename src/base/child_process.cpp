#include "base/child_process.h"

#include "base/error.h"
#include "base/served_copies.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

namespace huedrift {
namespace {

[[noreturn]] void cannot_start(const std::string& program) {
    throw Error(ErrorKind::failed, program + " cannot be started: " + system_reason());
}

/// A duplicate with a number of 10 or more, so that setting up the child's descriptors 0 to 3 cannot
/// overwrite a descriptor still to be passed on, even if this program was started with some of them closed.
FileDescriptor duplicate_high(const FileDescriptor& descriptor) {
    assert(descriptor.valid());
    FileDescriptor copy(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 10));
    if (!copy.valid()) cannot_start("another program");
    return copy;
}

struct SpawnSettings {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;

    SpawnSettings() {
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawnattr_init(&attributes);
        // A separate process group: the terminal sends SIGINT to the whole group, but only this program may
        // end the child.
        ::posix_spawnattr_setflags(&attributes,
                                   POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        sigset_t none;
        ::sigemptyset(&none);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        sigset_t limits; // a signal ignored here would be ignored there
        ::sigemptyset(&limits);
        ::sigaddset(&limits, SIGXCPU);
        ::posix_spawnattr_setsigdefault(&attributes, &limits);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
    ~SpawnSettings() {
        ::posix_spawnattr_destroy(&attributes);
        ::posix_spawn_file_actions_destroy(&files);
    }
};

}

std::optional<pid_t> start_program(std::vector<std::string> words,
                                   std::initializer_list<std::pair<const FileDescriptor&, int>> given) {
    assert(!words.empty());
    SpawnSettings settings;
    std::vector<FileDescriptor> passed;
    for (const auto& [descriptor, number] : given) {
        passed.push_back(duplicate_high(descriptor));
        ::posix_spawn_file_actions_adddup2(&settings.files, passed.back().get(), number);
    }
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = 0;
    errno = ::posix_spawnp(&process, arguments.front(), &settings.files, &settings.attributes,
                           arguments.data(), environ);
    if (errno == ENOENT) return std::nullopt;
    if (errno != 0) cannot_start(words.front());
    return process;
}

ProgramCopies::ProgramCopies(std::filesystem::path program) : program_(std::move(program)) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        cannot_start(program_.string());
    requests_ = FileDescriptor(ends[0]);
    constexpr timeval longest_answer{.tv_sec = 5, .tv_usec = 0};
    ::setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &longest_answer, sizeof longest_answer);
    const FileDescriptor end_of_program(ends[1]), null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const auto process = start_program({program_.string(), std::to_string(::getpid()), serves_copies},
                                       {{end_of_program, 0}, {null, 1}});
    if (!process) cannot_start(program_.string());
    process_ = *process;
}

ProgramCopies::~ProgramCopies() {
    end();
    ::kill(process_, SIGKILL);
    retry_interrupted([&] { return ::waitpid(process_, nullptr, 0); });
}

std::optional<pid_t> ProgramCopies::copy(const std::filesystem::path& program,
                                         std::initializer_list<int> given) {
    const Lock lock(mutex_);
    pid_t copy = -1;
    if (!requests_.valid() || program != program_) return std::nullopt;
    const bool is_answered =
        pass_descriptors(requests_.get(), given) &&
        retry_interrupted([&] { return ::recv(requests_.get(), &copy, sizeof copy, 0); }) == sizeof copy;
    if (is_answered && copy > 0) return copy;
    ::kill(process_, SIGKILL); // a program that is stuck must not answer late
    requests_.close();
    return std::nullopt;
}

void ProgramCopies::end() {
    const Lock lock(mutex_);
    requests_.close();
}

ChildProcess::ChildProcess(const std::filesystem::path& program, const FileDescriptor& input,
                           const FileDescriptor& output, ProgramCopies* copies) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start("another program");
    alive_ = FileDescriptor(ends[0]);
    const FileDescriptor pipe_end(ends[1]);
    auto process = copies ? copies->copy(program, {input.get(), output.get(), STDERR_FILENO, pipe_end.get()})
                          : std::nullopt;
    if (!process)
        process = start_program({program.string(), std::to_string(::getpid())},
                                {{input, 0}, {output, 1}, {pipe_end, 3}});
    if (!process) cannot_start(program.string());
    process_ = *process;
}

ChildProcess::~ChildProcess() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    reap();
}

void ChildProcess::lower_priority() {
    // A failure, such as in a sandbox, only costs smoothness.
    [[maybe_unused]] const int failed = ::setpriority(PRIO_PROCESS, static_cast<id_t>(process_), 19);
}

void ChildProcess::limit(int resource, std::uint64_t most) {
    const auto which = static_cast<__rlimit_resource>(resource);
    rlimit now{};
    const bool known = ::prlimit(process_, which, nullptr, &now) == 0;
    if (known && now.rlim_cur == RLIM_INFINITY) return;
    now.rlim_cur = std::min<rlim_t>(most, now.rlim_max);
    const bool done = known && ::prlimit(process_, which, &now, nullptr) == 0;
    if (!done && errno != ESRCH) // it has ended
        throw Error(ErrorKind::failed, "another program cannot be limited: " + system_reason());
}

bool ChildProcess::wait(std::chrono::milliseconds longest) {
    assert(longest.count() >= 0);
    if (process_ <= 0) return true;
    pollfd end_of_pipe{alive_.get(), POLLIN, 0};
    if (::poll(&end_of_pipe, 1, static_cast<int>(longest.count())) <= 0) return false;
    reap();
    return true;
}

void ChildProcess::reap() {
    assert(process_ > 0);
    int status = 0;
    // Fails if the parent left SIGCHLD ignored; the status is then unknown.
    const bool known = retry_interrupted([&] { return ::waitpid(process_, &status, 0); }) == process_;
    if (known && WIFSIGNALED(status)) fatal_signal_ = WTERMSIG(status);
    process_ = -1;
}

std::filesystem::path sibling_program(const char* name) {
    assert(name && *name);
    std::error_code failure;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failure);
    if (failure)
        throw Error(ErrorKind::failed, "this program cannot find its own folder: " + failure.message());
    return self.parent_path() / name;
}

std::filesystem::path installed_file(const char* installed, const char* built) {
    for (const char* const from_program : {installed, built}) {
        std::filesystem::path file = sibling_program(from_program).lexically_normal();
        std::error_code unknown;
        if (std::filesystem::is_regular_file(file, unknown)) return file;
    }
    return {};
}

std::filesystem::path private_program(const char* name) {
    const auto installed = (sibling_program(HUEDRIFT_PRIVATE_PROGRAMS) / name).lexically_normal();
    std::error_code unknown;
    return std::filesystem::exists(installed, unknown) ? installed : sibling_program(name);
}

}
