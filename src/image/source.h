#pragma once

#include "base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// Appends the lowest bytes of a number, highest first, as PNG files have them.
inline void append_big_endian(std::vector<std::byte>& file, std::uint32_t value, int bytes = 4) {
    while (bytes-- > 0) file.push_back(static_cast<std::byte>(value >> 8 * bytes));
}
/// Lowest first.
inline void append_little_endian(std::vector<std::byte>& file, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) file.push_back(static_cast<std::byte>(value >> 8 * i));
}

/// The bytes of a file, and its name for messages. Reading past the end throws Error(input).
class Source {
public:
    /// `format` is the name in messages, such as "PNG". The bytes are not owned.
    Source(std::span<const std::byte> bytes, std::string name, std::string format)
        : bytes_(bytes), name_(std::move(name)), format_(std::move(format)) {}

    std::span<const std::byte> bytes() const { return bytes_; }
    const std::string& format() const { return format_; }
    std::span<const std::byte> part(std::size_t offset, std::size_t length) const {
        if (offset > bytes_.size() || length > bytes_.size() - offset) throw damaged("it is cut short");
        return bytes_.subspan(offset, length);
    }
    std::string_view text(std::size_t offset, std::size_t length) const {
        return {reinterpret_cast<const char*>(part(offset, length).data()), length};
    }

    std::uint32_t u8(std::size_t offset) const { return std::to_integer<std::uint32_t>(part(offset, 1)[0]); }
    std::uint32_t u16_big(std::size_t offset) const { return u8(offset) << 8 | u8(offset + 1); }
    std::uint32_t u32_big(std::size_t offset) const { return u16_big(offset) << 16 | u16_big(offset + 2); }
    std::uint32_t u16_little(std::size_t offset) const { return u8(offset + 1) << 8 | u8(offset); }
    std::uint32_t u32_little(std::size_t offset) const {
        return u16_little(offset + 2) << 16 | u16_little(offset);
    }

    /// "NAME: SENTENCE", to be thrown; without a name only the sentence.
    Error refused(const std::string& sentence) const {
        return {ErrorKind::input, name_.empty() ? sentence : name_ + ": " + sentence};
    }
    /// "NAME: damaged PNG file (REASON)", to be thrown.
    Error damaged(const std::string& reason) const {
        return refused("damaged " + format_ + " file (" + reason + ")");
    }
    /// "NAME: damaged or unsupported PNG file (REASON)", when only the decoder can tell.
    Error undecodable(const std::string& reason) const {
        return refused("damaged or unsupported " + format_ + " file (" + reason + ")");
    }
    /// "NAME: WHAT are not supported", to be thrown.
    Error unsupported(const std::string& what) const { return refused(what + " are not supported"); }

private:
    std::span<const std::byte> bytes_;
    std::string name_, format_;
};

}
