#pragma once

#include "vulkan/buffer.h"
#include "vulkan/pass.h"
#include "vulkan/timer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>

namespace huedrift::vulkan {

/// The parameters of a dispatch: a struct, which must outlive the call, or none.
class PassParams {
public:
    PassParams() = default;
    template <class Params>
    requires std::is_trivially_copyable_v<Params> PassParams(const Params& params)
        : bytes_(std::as_bytes(std::span(&params, 1))) {}

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

/// A list of dispatches and copies for the device. Commands between two barriers may run at the same time.
/// Arguments are checked when a command is recorded: a wrong number of buffers, a parameter struct of the
/// wrong size or a range outside its buffer is an Error(failed), never undefined behaviour on the device.
///
/// A recorded list may be submitted any number of times. Buffers and passes must outlive it.
class Recorder {
public:
    /// With `timer`, the device time of each command is added to it when a submission ends.
    explicit Recorder(Device& device, Timer* timer = nullptr);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Dispatches at least `threads` threads, in whole workgroups by workgroups_for(). The shader gets its
    /// index from include/thread.glsl and must ignore indices beyond its count. Records nothing for 0
    /// threads.
    void dispatch(const Pass& pass, std::initializer_list<BufferRange> buffers, const PassParams& params,
                  std::uint64_t threads);
    /// Dispatches a number of workgroups along x, y and z that the device reads: three uint32 at `offset`
    /// bytes of `arguments`, each within the device's limits.
    void dispatch_indirect(const Pass& pass, std::initializer_list<BufferRange> buffers,
                           const PassParams& params, const Buffer& arguments, std::uint64_t offset = 0);
    /// Dispatches exactly this many workgroups along x and y, for passes over pictures.
    void dispatch_grid(const Pass& pass, std::initializer_list<BufferRange> buffers, const PassParams& params,
                       std::uint32_t workgroups_x, std::uint32_t workgroups_y);
    /// Copies the first min(from.bytes, to.bytes) bytes.
    void copy(const BufferRange& from, const BufferRange& to);
    /// Writes at most 65536 bytes, a multiple of 4, which the recording stores.
    void update(const BufferRange& to, std::span<const std::byte> data);
    /// Sets every 4 bytes to `value`; offset and length must be multiples of 4.
    void fill(const BufferRange& range, std::uint32_t value);
    /// Completes all earlier commands and makes their results visible to later commands and the host.
    void barrier();

    /// Submits the list; at most one submission of a recorder at a time.
    void submit();
    /// Waits at most `patience`. Returns whether the submission has ended.
    bool wait_for(std::chrono::milliseconds patience);
    /// Waits for the end. Throws DeviceLost when the device is lost, or hangs for a minute, or for a second
    /// after its loss.
    void wait();
    void run() {
        submit();
        wait();
    }

    struct Native;

private:
    void bind(const Pass& pass, std::span<const BufferRange> buffers, const PassParams& params);
    void finish(const std::string& name);

    Device& device_;
    Timer* timer_;
    DeviceObjects<Native> native_;
};

/// The workgroups by which dispatch() covers `threads`, in as few rows along y as the device's limit along x
/// allows.
struct Workgroups {
    std::uint32_t x = 0, y = 0;
};
/// Throws Error(failed) when both limits together are too low.
Workgroups workgroups_for(std::uint64_t threads, std::uint32_t workgroup, std::uint32_t largest_x,
                          std::uint32_t largest_y);

}
