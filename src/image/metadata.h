#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace huedrift {

/// What a file says of how its picture came about: when, where and with what it was taken.
struct Metadata {
    std::vector<std::byte> exif{}; ///< the TIFF structure of Exif data; empty: none
    std::vector<std::byte> xmp{};  ///< a packet of XMP in UTF-8; empty: none
    std::string note{};            ///< what of it cannot be kept, one sentence or none

    bool empty() const { return exif.empty() && xmp.empty(); }

    friend bool operator==(const Metadata&, const Metadata&) = default;
};

/// What became of Exif data or XMP that were decoded.
enum class MetadataState : std::uint32_t {
    none, ///< the file has none
    kept,
    damaged,
    too_large,
};

/// Bytes of the largest Exif data and of the largest packet that are kept: a JPEG file holds 64 KiB of each.
inline constexpr std::size_t max_exif_bytes = std::size_t{1} << 20, max_xmp_bytes = std::size_t{1} << 20;

}
