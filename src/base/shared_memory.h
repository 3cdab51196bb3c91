#pragma once

#include "base/file_descriptor.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// Zeroed memory as an open file that can be passed to another process. It cannot shrink, so neither side can
/// take away the other's mapping. Throws Error(failed).
FileDescriptor make_shared_memory(std::size_t bytes);
/// Enlarges such memory to its final size. Throws Error(failed).
void enlarge(const FileDescriptor& shared_memory, std::size_t bytes);

/// Something that happens once. It lies in zeroed memory, where one process reports it and another waits.
class SharedEvent {
public:
    void report();
    /// Waits at most `longest`. Returns whether it has happened.
    bool wait(std::chrono::milliseconds longest);

private:
    std::atomic<std::uint32_t> happened_;
};

/// The bytes of a file, mapped into memory during its lifetime.
class Mapping {
public:
    enum class Access { read, write };

    Mapping() = default;
    /// Maps the first `bytes` of the file; writes to them change the file. A writable mapping may use large
    /// pages. Throws Error(failed).
    Mapping(int descriptor, std::size_t bytes, Access access);
    Mapping(Mapping&& other) noexcept { *this = std::move(other); }
    Mapping& operator=(Mapping&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Mapping();

    /// Maps more of a writable file, which may move the memory. Throws Error(failed).
    void grow(std::size_t bytes);

    /// Writable only with Access::write.
    std::span<std::byte> bytes() const { return bytes_; }

private:
    std::span<std::byte> bytes_;
};

/// An empty file in memory, to be filled by append(). Appending by a call is faster than through a mapping,
/// where each page is zeroed and faulted in first. Both throw Error(failed).
FileDescriptor make_growing_memory();
void append(const FileDescriptor& growing_memory, std::span<const std::byte> bytes);

/// Immutable bytes as an open file that can be passed to another process.
class SealedBytes {
public:
    /// Seals memory from make_growing_memory(), which must not be mapped. Throws Error(failed).
    explicit SealedBytes(FileDescriptor growing_memory);
    /// Copies `bytes`. Throws Error(failed).
    explicit SealedBytes(std::span<const std::byte> bytes);

    std::span<const std::byte> bytes() const { return mapping_.bytes(); }
    const FileDescriptor& file() const { return file_; }

private:
    FileDescriptor file_;
    Mapping mapping_;
};

/// MADV_COLLAPSE, since Linux 6.1; glibc 2.36 has no name for it.
inline constexpr int collapse_advice = 25;

/// Backs memory that is filled from its beginning by large pages, where the kernel can. Faulting in small
/// pages of shared memory takes about as long as decoding a JPEG file into it. Pages are backed one after
/// another as they are reached, so a file that promises more than it holds takes no memory for it.
class LargePages {
public:
    explicit LargePages(std::span<std::byte> memory);

    /// Call it before writing to these bytes. Keeps their contents. Another process may do the same with the
    /// same memory.
    void reach(std::span<const std::byte> bytes);

private:
    std::byte *begin_, *end_;
    std::byte* ahead_; ///< the first page not yet backed; may begin before the memory
};

}
