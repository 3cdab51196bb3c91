#pragma once

#include "vulkan/device.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace huedrift::vulkan {

enum class Memory {
    device,   ///< fastest for passes; the host uses upload() and read()
    upload,   ///< written sequentially by the host
    readback, ///< read by the host: cached where the device has it
};

/// Memory that the host only writes. Much of it is not cached, and reading it takes many times as long as
/// writing it.
class WriteOnly {
public:
    explicit WriteOnly(std::byte* begin) : begin_(begin) {}

    /// Whether the host can reach the memory.
    explicit operator bool() const { return begin_ != nullptr; }
    void write(std::uint64_t offset, std::span<const std::byte> data) const {
        std::memcpy(begin_ + offset, data.data(), data.size());
    }
    /// Writes an element of an array that begins where the memory does.
    template <class T>
    void put(std::size_t index, const T& value) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(begin_ + index * sizeof value, &value, sizeof value);
    }

private:
    std::byte* begin_;
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
    /// The memory as the host reads it: of Memory::readback, and of Memory::device where it
    /// is cached; else empty. Coherent.
    std::span<const std::byte> readable() const;
    /// The memory as the host writes it. Coherent.
    WriteOnly writable() const;
    /// Memory::device as the host reads and writes it, where the device is a CPU; else empty. Coherent.
    std::span<std::byte> host_memory() const;

    struct Native;
    const Native& native() const { return *native_; }

private:
    std::string name_;
    std::uint64_t bytes_;
    DeviceObjects<Native> native_;
};

/// Part of a buffer, in bytes, as a pass sees it at one binding. A Buffer converts to its whole range.
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
