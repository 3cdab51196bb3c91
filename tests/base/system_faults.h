#pragma once

#include <functional>
#include <string_view>

namespace huedrift {

/// How a system call fails.
struct Fault {
    int error = 0;             ///< the errno that it fails with; 0: it succeeds
    bool takes_little = false; ///< a write takes at most 3 bytes
};

/// While it lives, `decide` is called before each system call with which this program writes files, with its
/// name ("open") and its number from 0 on. One at a time; system calls made by `decide` do not count. Nothing
/// is synced to disk.
class SystemFaults {
public:
    using Decide = std::function<Fault(std::string_view call, int number)>;
    explicit SystemFaults(Decide decide);
    ~SystemFaults();
    SystemFaults(const SystemFaults&) = delete;
    SystemFaults& operator=(const SystemFaults&) = delete;
};

}
