#pragma once

#include "image/resolution.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// The types of values (TIFF 6.0, section 2).
enum TiffType : std::uint32_t {
    tiff_byte = 1,
    tiff_ascii = 2,
    tiff_short = 3,
    tiff_long = 4,
    tiff_rational = 5,
    tiff_undefined = 7,
    tiff_ifd = 13 ///< of supplement 1
};

/// The facts of a decoded picture, which may differ from those in its file.
struct TruePicture {
    std::uint32_t width = 0, height = 0; ///< upright
    bool srgb = false;                   ///< its colours are sRGB
    bool transposed = false;             ///< across was down in the file
};

/// The holder of the TIFF structure of Exif data.
enum class ExifHolder {
    block,    ///< of its own
    tiff_file ///< the directories also describe the storage of pixels
};

/// The facts in Exif data (their TIFF structure) about the pixels.
struct ExifFacts {
    int orientation = 1; ///< 1 to 8; 1, upright, if it is missing or invalid
    /// None if it is missing, has no unit and so only tells the shape of pixels, or is 72 dpi, which stands
    /// for an unknown resolution (Exif 2.32, tag 0x11A).
    std::optional<Resolution> resolution{};
};
ExifFacts exif_facts(std::span<const std::byte> tiff);

// Both throw nothing, and return none for damaged metadata, and nothing where none are left. Of metadata
// above max_exif_bytes and max_xmp_bytes they return so many bytes that they are known to be too large.

/// Exif data that match an upright picture. In a block every byte keeps its place, as maker notes hold
/// offsets that only their maker can correct; the thumbnail, other embedded pictures and all bytes without a
/// field are zeroed. From a TIFF file the fields that describe the picture are copied into a block, without
/// maker notes. Takes time linear in the size for any bytes.
std::optional<std::vector<std::byte>> copied_exif(std::span<const std::byte> tiff, ExifHolder holder,
                                                  const TruePicture& picture);

/// A packet of XMP that matches an upright picture, without thumbnails; none when it is not UTF-8 or a
/// thumbnail has no end. All other bytes stay the same.
std::optional<std::vector<std::byte>> copied_xmp(std::span<const std::byte> packet,
                                                 const TruePicture& picture);

}
