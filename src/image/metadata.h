#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace huedrift {

/// The metadata of a picture: when, where and with what it was taken.
struct Metadata {
    std::vector<std::byte> exif{}; ///< the TIFF structure of Exif data; empty: none
    std::vector<std::byte> xmp{};  ///< a packet of XMP in UTF-8; empty: none
    std::string note{};            ///< a sentence about metadata that cannot be kept, or empty

    bool empty() const { return exif.empty() && xmp.empty(); }

    friend bool operator==(const Metadata&, const Metadata&) = default;
};

/// The outcome of decoding Exif data or XMP.
enum class MetadataState : std::uint32_t {
    none, ///< the file has none
    kept,
    damaged,
    too_large,
};

/// The largest Exif data and the largest XMP packet that are kept, in bytes. A JPEG file holds 64 KiB of
/// each.
inline constexpr std::size_t max_exif_bytes = std::size_t{1} << 20, max_xmp_bytes = std::size_t{1} << 20;
/// The longest settings that a file holds (EncodeOptions), in bytes: every recipe fits.
inline constexpr std::size_t max_settings_bytes = std::size_t{1} << 20;

}
