#pragma once

#include "base/file_descriptor.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// Zeroed memory as an open file, to be passed to another process. Its size is sealed: what one side has
/// mapped, the other cannot take away. Throws Error(failed).
FileDescriptor make_shared_memory(std::size_t bytes);

/// A file's bytes, mapped into memory for as long as this lives.
class Mapping {
public:
    enum class Access { read, write };

    Mapping() = default;
    /// Maps the first `bytes` of the file; writing to them changes the file. Throws Error(failed). What is
    /// written to lies where large pages can be used.
    Mapping(int descriptor, std::size_t bytes, Access access);
    Mapping(Mapping&& other) noexcept { *this = std::move(other); }
    Mapping& operator=(Mapping&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Mapping();

    /// Writable only when mapped with write access.
    std::span<std::byte> bytes() const { return bytes_; }

private:
    std::span<std::byte> bytes_;
};

/// Memory without bytes as an open file, which grows as they are appended. By a call and not through a
/// mapping, where each page would be zeroed and faulted in first. Both throw Error(failed).
FileDescriptor make_growing_memory();
void append(const FileDescriptor& growing_memory, std::span<const std::byte> bytes);

/// Bytes that nobody can change any more, as an open file to be passed to another process.
class SealedBytes {
public:
    /// What was appended to memory that is mapped nowhere. Throws Error(failed).
    explicit SealedBytes(FileDescriptor growing_memory);
    /// A copy. Throws Error(failed).
    explicit SealedBytes(std::span<const std::byte> bytes);

    std::span<const std::byte> bytes() const { return mapping_.bytes(); }
    const FileDescriptor& file() const { return file_; }

private:
    FileDescriptor file_;
    Mapping mapping_;
};

}
