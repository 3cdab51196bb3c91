#pragma once

#include <functional>
#include <string_view>

namespace huedrift {

/// What becomes of a system call instead of its work.
struct Fault {
    int error = 0;             ///< the errno that it fails with; 0: it does its work
    bool takes_little = false; ///< a write takes at most 3 bytes
};

/// While it lives, `decide` is asked before each system call that this program makes while it writes files,
/// by its name ("open") and its number from 0 on. One at a time; `decide` may make system calls itself, which
/// do not count. Meanwhile nothing is synced to a disk.
class SystemFaults {
public:
    using Decide = std::function<Fault(std::string_view call, int number)>;
    explicit SystemFaults(Decide decide);
    ~SystemFaults();
    SystemFaults(const SystemFaults&) = delete;
    SystemFaults& operator=(const SystemFaults&) = delete;
};

}
