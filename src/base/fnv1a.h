#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo): a checksum against damage, not against malice.
class Fnv1a {
public:
    void add(std::byte byte) { hash_ = (hash_ ^ std::to_integer<std::uint64_t>(byte)) * 1099511628211u; }
    void add(std::span<const std::byte> bytes) {
        for (const std::byte byte : bytes) add(byte);
    }
    /// Adds the number as four bytes, lowest first, whatever the machine's byte order.
    void add(std::uint32_t number) {
        for (unsigned shift = 0; shift < 32; shift += 8) add(static_cast<std::byte>(number >> shift & 0xff));
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 14695981039346656037u;
};

}
