#pragma once

#include "base/file_descriptor.h"

#include <chrono>
#include <filesystem>
#include <sys/types.h>

namespace huedrift {

/// A child program that inherits no open files but those passed to it. The destructor kills it.
class ChildProcess {
public:
    /// Starts `program` with these two as its standard input and output; it shares standard error and the
    /// environment. Signals from the terminal do not reach it. Throws Error(failed) when it cannot be
    /// started.
    ChildProcess(const std::filesystem::path& program, const FileDescriptor& input,
                 const FileDescriptor& output);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    /// From now on it runs when nothing else does.
    void lower_priority();
    /// Waits at most `longest` for it to end; true once it has ended.
    bool wait(std::chrono::milliseconds longest);
    /// The signal that killed it; 0 when none did or when it is unknown.
    int fatal_signal() const { return fatal_signal_; }

private:
    void reap();

    pid_t process_ = -1;
    int fatal_signal_ = 0;
    FileDescriptor alive_; ///< a pipe whose other end only the child holds, as its descriptor 3
};

/// The path of a program in the same folder as the running one. Throws Error(failed) when the system does not
/// say where that is.
std::filesystem::path sibling_program(const char* name);

/// Where a file of the program is: `installed` or, in a build, `built`, each from the folder of the running
/// one; empty where it is in neither.
std::filesystem::path installed_file(const char* installed, const char* built);

/// The path of a program that only this project's programs start: in a folder of its own where they are
/// installed, in that of the running one where they were built. Throws like sibling_program().
std::filesystem::path private_program(const char* name);

}
