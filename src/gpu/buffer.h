#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace huedrift::gpu {

class Device;

enum class Memory {
    device,   ///< fastest for passes; the host uses upload() and read()
    upload,   ///< written sequentially by the host
    readback, ///< read by the host: cached where the device has it
};

/// Memory of a device, for storage bindings, copies and arguments of indirect dispatches.
class Buffer {
public:
    /// `bytes` is rounded up to a multiple of 16. Throws OutOfMemory.
    Buffer(const Device& device, std::string name, std::uint64_t bytes, Memory memory = Memory::device);
    ~Buffer();
    Buffer(Buffer&&) noexcept;
    Buffer& operator=(Buffer&&) noexcept;

    const std::string& name() const { return name_; }
    std::uint64_t bytes() const { return bytes_; }
    /// The memory as the host sees it; empty if the host cannot reach it. Coherent.
    std::span<std::byte> mapped() const;

    struct Native;
    const Native& native() const { return *native_; }

private:
    std::string name_;
    std::uint64_t bytes_;
    std::unique_ptr<Native> native_;
};

/// Part of a buffer, in bytes: what a pass sees at one binding. A Buffer converts to its whole range.
struct BufferRange {
    BufferRange(const Buffer& whole) : buffer(&whole), bytes(whole.bytes()) {}
    BufferRange(const Buffer& part, std::uint64_t first, std::uint64_t length)
        : buffer(&part), offset(first), bytes(length) {}

    const Buffer* buffer;
    std::uint64_t offset = 0;
    std::uint64_t bytes;

    friend bool operator==(const BufferRange&, const BufferRange&) = default;
};

/// Copies `data` to the start of `to` and waits. Uses a staging buffer if the host cannot write to `to`.
void upload(Device& device, const BufferRange& to, std::span<const std::byte> data);

/// Copies the start of `from` to `data` and waits.
void read(Device& device, const BufferRange& from, std::span<std::byte> data);

}
