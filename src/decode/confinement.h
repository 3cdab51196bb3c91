#pragma once

#include "image/decode_exchange.h"

#include <cstdint>
#include <linux/filter.h>
#include <memory>
#include <sys/types.h>
#include <vector>

namespace huedrift {

/// False under a sanitizer, whose runtime needs more memory and system calls than a decoder.
bool confinement_is_whole();

/// Gives up everything that a decoder does not need: memory beyond the allowance (which its parent may
/// raise), core dumps, opening files, new privileges, and every system call except those that allocate and
/// free memory and end the process. Any other call kills it. Under a sanitizer it limits only time and core
/// dumps. Throws Error(failed) when the system refuses.
void confine(const Allowance& allowance);

/// Makes this process die with its parent, at once if that has ended, and closes all but the first four
/// descriptors. Call it first. Without a parent (0) somebody has started it by hand.
void leave_inheritance(pid_t parent);

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
