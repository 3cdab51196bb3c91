#pragma once

#include "base/file_descriptor.h"

#include <chrono>
#include <filesystem>
#include <sys/types.h>

namespace huedrift {

/// A program that runs beside this one and has none of its files open but those it is given. Destroying this
/// kills it.
class ChildProcess {
public:
    /// The program's standard input and output are these two; it shares standard error and the environment.
    /// No signal of the terminal reaches it. Throws Error(failed) when it cannot be started.
    ChildProcess(const std::filesystem::path& program, const FileDescriptor& input,
                 const FileDescriptor& output);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    /// Waits up to `longest` for its end; true once it has ended.
    bool wait(std::chrono::milliseconds longest);
    /// The signal that killed it; 0 when none did or it is not known.
    int fatal_signal() const { return fatal_signal_; }

private:
    void reap();

    pid_t process_ = -1;
    int fatal_signal_ = 0;
    FileDescriptor alive_; ///< one end of a pipe whose other end only the child has, as its descriptor 3
};

/// The path of a program installed with the running one, in the same folder. Throws
/// Error(failed) when the system does not say where that is.
std::filesystem::path sibling_program(const char* name);

}
