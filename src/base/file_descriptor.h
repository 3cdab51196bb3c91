#pragma once

#include <cerrno>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace huedrift {

/// Owns an open file descriptor of the operating system.
class FileDescriptor {
public:
    explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
    FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FileDescriptor() { close(); }

    bool valid() const { return descriptor_ >= 0; }
    int get() const { return descriptor_; }
    /// Returns false, with errno set, when the system reports an error that it had deferred.
    bool close() { return !valid() || ::close(std::exchange(descriptor_, -1)) == 0; }

private:
    int descriptor_ = -1;
};

/// The system's message for the current errno.
inline std::string system_reason() { return std::generic_category().message(errno); }

/// Repeats a system call for as long as signals interrupt it.
template <typename Call>
auto retry_interrupted(Call call) {
    for (;;) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) return result;
    }
}

}
