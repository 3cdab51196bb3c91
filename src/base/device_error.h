#pragma once

#include "base/error.h"

namespace huedrift {

// Errors that another device or the CPU can make up for. FailoverEngine (engines/failover_engine.h) and the
// window catch them; any other Error(device) is for the user.

/// A device was lost or hangs. Everything created on it is unusable from now on.
class DeviceLost final : public Error {
public:
    /// `is_busy`: it hangs, and may still be using what was created on it.
    explicit DeviceLost(const std::string& sentence, bool is_busy = false)
        : Error(ErrorKind::device, sentence), is_busy_(is_busy) {}

    bool is_busy() const { return is_busy_; }

private:
    bool is_busy_;
};

/// This job is too large for the device, which remains usable for smaller ones.
class TooLargeForDevice : public Error {
public:
    explicit TooLargeForDevice(const std::string& sentence) : Error(ErrorKind::device, sentence) {}
};

/// An allocation failed, on the device or for it on the host, or would have exceeded its memory limit.
class OutOfMemory final : public TooLargeForDevice {
public:
    using TooLargeForDevice::TooLargeForDevice;
};

}
