#pragma once

#include "gpu/buffer.h"
#include "gpu/pass.h"
#include "gpu/timer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace huedrift::gpu {

class Device;

/// A list of dispatches and copies for the device. Commands between two barriers may run at the same time.
/// What a command is given is checked when it is recorded: a wrong count of buffers, a parameter struct of
/// another size or a range outside its buffer is Error(failed), never undefined behaviour on the device.
///
/// Recorded once, a list may be submitted any number of times; buffers and passes must outlive it.
class Recorder {
public:
    /// With `timer`, the device time of each command is added there when a submission ends.
    explicit Recorder(Device& device, Timer* timer = nullptr);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// At least `threads` threads in whole workgroups, workgroups_for() of them. The shader finds its index
    /// with include/thread.glsl and leaves those beyond its count alone. No threads: nothing is recorded.
    template <class Params>
    void dispatch(const Pass& pass, std::initializer_list<BufferRange> buffers, const Params& params,
                  std::uint64_t threads) {
        static_assert(std::is_trivially_copyable_v<Params>);
        dispatch_bytes(pass, buffers, std::as_bytes(std::span(&params, 1)), threads);
    }
    /// Workgroups along x, y, z read on the device: three uint32 at `offset` bytes of `arguments`, each
    /// within the device's limits.
    template <class Params>
    void dispatch_indirect(const Pass& pass, std::initializer_list<BufferRange> buffers, const Params& params,
                           const Buffer& arguments, std::uint64_t offset = 0) {
        static_assert(std::is_trivially_copyable_v<Params>);
        dispatch_indirect_bytes(pass, buffers, std::as_bytes(std::span(&params, 1)), arguments, offset);
    }
    /// The same for a pass without parameters.
    void dispatch_indirect(const Pass& pass, std::initializer_list<BufferRange> buffers,
                           const Buffer& arguments, std::uint64_t offset) {
        dispatch_indirect_bytes(pass, buffers, {}, arguments, offset);
    }
    /// Exactly this many workgroups along x and y, for passes that work on pictures.
    template <class Params>
    void dispatch_grid(const Pass& pass, std::initializer_list<BufferRange> buffers, const Params& params,
                       std::uint32_t workgroups_x, std::uint32_t workgroups_y) {
        static_assert(std::is_trivially_copyable_v<Params>);
        dispatch_grid_bytes(pass, buffers, std::as_bytes(std::span(&params, 1)), workgroups_x, workgroups_y);
    }
    /// The first min(from.bytes, to.bytes) bytes.
    void copy(const BufferRange& from, const BufferRange& to);
    /// At most 65536 bytes, a multiple of 4, kept in the recording itself.
    void update(const BufferRange& to, std::span<const std::byte> data);
    /// Every 4 bytes become `value`; offset and length are multiples of 4.
    void fill(const BufferRange& range, std::uint32_t value);
    /// What was recorded before is complete, and visible to what comes after and to the host.
    void barrier();

    /// Hands the list to the device; at most one submission of a recorder at a time.
    void submit();
    /// Whether the submission has ended, after at most `patience`.
    bool wait_for(std::chrono::milliseconds patience);
    /// Waits for the end. Throws DeviceLost when the device is lost or hangs for a minute.
    void wait();
    void run() {
        submit();
        wait();
    }

    struct Native;

private:
    void dispatch_bytes(const Pass& pass, std::span<const BufferRange> buffers,
                        std::span<const std::byte> params, std::uint64_t threads);
    void dispatch_indirect_bytes(const Pass& pass, std::span<const BufferRange> buffers,
                                 std::span<const std::byte> params, const Buffer& arguments,
                                 std::uint64_t offset);
    void dispatch_grid_bytes(const Pass& pass, std::span<const BufferRange> buffers,
                             std::span<const std::byte> params, std::uint32_t workgroups_x,
                             std::uint32_t workgroups_y);
    void bind(const Pass& pass, std::span<const BufferRange> buffers, std::span<const std::byte> params);
    void finish(const std::string& name);

    Device& device_;
    Timer* timer_;
    std::unique_ptr<Native> native_;
};

/// How dispatch() covers `threads`: as many workgroups along x as the device allows, then along y.
struct Workgroups {
    std::uint32_t x = 0, y = 0;
};
/// Throws Error(failed) when even x times y is not enough.
Workgroups workgroups_for(std::uint64_t threads, std::uint32_t workgroup, std::uint32_t largest_x,
                          std::uint32_t largest_y);

}
