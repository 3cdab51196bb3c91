#pragma once

#include <cstdint>
#include <linux/filter.h>
#include <memory>
#include <vector>

namespace huedrift {

/// A filter of system calls. A confined decoder may only exit and make the calls with which malloc obtains
/// and returns memory. mmap may not make memory executable or map files. Any other call, and any call of
/// another architecture, kills the process.
class CallFilter {
public:
    /// Makes a filter for `architecture`, a value of linux/audit.h; 0 is this machine's. Throws
    /// Error(failed).
    explicit CallFilter(std::uint32_t architecture = 0);

    /// Limits this process for good, and gives up the right to gain privileges. Throws Error(failed).
    void load() const;

    /// Returns the instructions that the kernel runs at each call. Throws Error(failed).
    [[nodiscard]] std::vector<sock_filter> program() const;

private:
    std::unique_ptr<void, void (*)(void*)> filter_; ///< libseccomp's
};

}
