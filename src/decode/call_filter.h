#pragma once

#include <cstdint>
#include <linux/filter.h>
#include <memory>
#include <vector>

namespace huedrift {

/// The system calls that a confined decoder may make: those with which malloc obtains and returns memory, and
/// exit. mmap may not make memory executable or map files. Any other call, and any call of another
/// architecture, kills the process.
class CallFilter {
public:
    /// For this machine's architecture, or for one of linux/audit.h. Throws Error(failed).
    explicit CallFilter(std::uint32_t architecture = 0);

    /// Limits this process for good, and gives up the right to gain privileges. Throws Error(failed).
    void load() const;

    /// The instructions that the kernel runs at each call. Throws Error(failed).
    [[nodiscard]] std::vector<sock_filter> program() const;

private:
    std::unique_ptr<void, void (*)(void*)> filter_; ///< libseccomp's
};

}
