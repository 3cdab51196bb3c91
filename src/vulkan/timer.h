#pragma once

#include "base/progress.h"
#include "vulkan/device.h"

#include <cstdint>
#include <vector>

namespace huedrift::vulkan {

/// Device time by pass name. A recorder marks the end of each command. The time between two marks counts for
/// the command that ends it, so the times add up to the whole.
class Timer {
public:
    /// `marks`: the number of commands of a recording that are measured one by one; later ones are not
    /// measured. 0: only the recording as a whole, which costs the device almost nothing.
    explicit Timer(const Device& device, std::uint32_t marks = 1024);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Device time so far, by name in the order of first use. Empty on devices without timestamps.
    const std::vector<StageTime>& times() const;
    /// Device time of the last recording that ended, in seconds. On devices without timestamps the time from
    /// its submission until a wait found it ended.
    double last() const;

    struct Native;
    Native& native() const { return *native_; }

private:
    DeviceObjects<Native> native_;
};

}
