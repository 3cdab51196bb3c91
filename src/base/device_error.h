#pragma once

#include "base/error.h"

namespace huedrift {

// Errors that another device, or the CPU, can make good. Engines that hand over to another catch them
// (engines/failover_engine.h), as does the window; any other Error(device) is for the user.

/// A device was lost or hangs. Everything made on it is useless from now on.
class DeviceLost final : public Error {
public:
    /// `is_busy`: it hangs, and may still be using what was made on it.
    explicit DeviceLost(const std::string& sentence, bool is_busy = false)
        : Error(ErrorKind::device, sentence), is_busy_(is_busy) {}

    bool is_busy() const { return is_busy_; }

private:
    bool is_busy_;
};

/// This piece of work is too large for the device, which remains good for smaller ones.
class TooLargeForDevice : public Error {
public:
    explicit TooLargeForDevice(const std::string& sentence) : Error(ErrorKind::device, sentence) {}
};

/// An allocation failed, on the device or on the host for it, or would have passed its memory limit.
class OutOfMemory final : public TooLargeForDevice {
public:
    using TooLargeForDevice::TooLargeForDevice;
};

}
