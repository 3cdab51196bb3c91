#pragma once

#include "base/file_descriptor.h"
#include "base/threads.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace huedrift {

/// Starts a program, found by PATH unless its name has a folder. It inherits these descriptors, each with the
/// number that it has there, and shares the environment and standard error, but receives no signals from the
/// terminal. None when there is no such program. Throws Error(failed) when it cannot be started.
std::optional<pid_t> start_program(std::vector<std::string> words,
                                   std::initializer_list<std::pair<const FileDescriptor&, int>> given);

/// A program that is loaded once and copies itself for each piece of work (served_copies.h). Each copy is a
/// child of this process, as if it had been started. The program itself reads no input, so nothing passes
/// from one copy to the next. Threads may share it. The thread that makes it must outlive the copies: the
/// system kills them when that thread ends.
class ProgramCopies {
public:
    /// Starts `program` with the process ID of its parent and `serves_copies` as arguments. Throws
    /// Error(failed) when it cannot be started.
    explicit ProgramCopies(std::filesystem::path program);
    ProgramCopies(const ProgramCopies&) = delete;
    ProgramCopies& operator=(const ProgramCopies&) = delete;
    ~ProgramCopies();

    /// The process of a copy of `program` with `given`, at most four, as its descriptors from 0 on. None if
    /// this is another program, or no copies can be made.
    std::optional<pid_t> copy(const std::filesystem::path& program, std::initializer_list<int> given);
    /// Makes no more copies.
    void end();

private:
    std::filesystem::path program_;
    Mutex mutex_; ///< guards requests_
    FileDescriptor requests_;
    pid_t process_ = -1;
};

/// A child process that inherits only the open files passed to it. The destructor kills it.
class ChildProcess {
public:
    /// Starts `program` with `input` as its standard input and `output` as its standard output; as a copy, if
    /// `copies` is not null. It shares standard error and the environment. Its argument is the process ID of
    /// its parent, so that it can find out whether that has ended. Throws Error(failed) when it cannot be
    /// started.
    ChildProcess(const std::filesystem::path& program, const FileDescriptor& input,
                 const FileDescriptor& output, ProgramCopies* copies = nullptr);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    /// Gives it the lowest priority: it runs only when nothing else does.
    void lower_priority();
    /// Sets a limit of resources (RLIMIT_AS, ...), which it keeps to from now on, in place of one that it has
    /// set itself. Throws Error(failed).
    void limit(int resource, std::uint64_t most);
    /// Waits at most `longest` for its end. Returns whether it has ended.
    bool wait(std::chrono::milliseconds longest);
    /// The signal that killed it; 0 for none or an unknown one.
    int fatal_signal() const { return fatal_signal_; }

private:
    void reap();

    pid_t process_ = -1;
    int fatal_signal_ = 0;
    FileDescriptor alive_; ///< a pipe; only the child holds the other end, as descriptor 3
};

/// The path of a program in the same folder as the running one. Throws Error(failed) when the system does not
/// tell that folder.
std::filesystem::path sibling_program(const char* name);

/// Where a file of the program is: `installed` or, in a build, `built`, each from the folder of the running
/// one; empty where it is in neither.
std::filesystem::path installed_file(const char* installed, const char* built);

/// The path of a program for internal use: in `libexec` of an installation, beside the running program in a
/// build. Throws as sibling_program() does.
std::filesystem::path private_program(const char* name);

}
