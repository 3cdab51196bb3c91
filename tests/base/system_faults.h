#pragma once

#include <functional>
#include <string_view>

namespace huedrift {

/// The failure of a system call.
struct Fault {
    int error = 0;             ///< the errno; 0: success
    bool takes_little = false; ///< a write takes at most 3 bytes
};

/// Calls `decide` before each system call with which this program writes files, with its name ("open") and
/// its number from 0 on. Only one may live at a time. System calls by `decide` do not count. Nothing is
/// synced to disk.
class SystemFaults {
public:
    using Decide = std::function<Fault(std::string_view call, int number)>;
    explicit SystemFaults(Decide decide);
    ~SystemFaults();
    SystemFaults(const SystemFaults&) = delete;
    SystemFaults& operator=(const SystemFaults&) = delete;
};

}
