#pragma once

#include "decode/tiff_fields.h"
#include "image/source.h"

#include <vector>

namespace huedrift {

/// The fields of the first directory of a TIFF file, or of Exif data, which have the same structure (TIFF
/// 6.0, section 2). Reading past the end throws Error(input).
class TiffDirectory {
public:
    /// `source` must outlive this object.
    explicit TiffDirectory(const Source& source);

    bool is_last() const { return u32(at_ + 2 + count_ * entry_bytes) == 0; }
    bool has(std::uint32_t tag) const { return find(tag) != 0; }

    /// All integers of a field; none if the field is missing.
    std::vector<std::uint32_t> numbers(std::uint32_t tag) const;
    std::uint32_t number(std::uint32_t tag, std::uint32_t otherwise) const;
    /// The quotient of a field of two numbers; 0 if it is missing or has no value.
    double ratio(std::uint32_t tag) const;

private:
    static constexpr std::size_t entry_bytes = 12;

    std::uint32_t u16(std::size_t at) const { return numbers_.read(source_.part(at, 2)); }
    std::uint32_t u32(std::size_t at) const { return numbers_.read(source_.part(at, 4)); }
    std::size_t find(std::uint32_t tag) const;

    const Source& source_;
    TiffNumbers numbers_;
    std::size_t at_, count_;
};

}
