#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// The facts of a decoded picture, which may differ from those in its file.
struct TruePicture {
    std::uint32_t width = 0, height = 0; ///< upright
    bool srgb = false;                   ///< its colours are sRGB
    bool transposed = false;             ///< across was down in the file
};

/// Exif data (their TIFF structure) that match an upright picture. Every byte keeps its place, as maker notes
/// hold offsets that only their maker can correct; the thumbnail, other embedded pictures and all bytes
/// without a field are zeroed. Empty when no field is left; none when the structure is damaged. Takes time
/// linear in the size for any bytes.
std::optional<std::vector<std::byte>> cleaned_exif(std::span<const std::byte> tiff,
                                                   const TruePicture& picture);

/// A packet of XMP that matches an upright picture, without thumbnails; none when it is not UTF-8 or a
/// thumbnail has no end. All other bytes stay the same.
std::optional<std::vector<std::byte>> cleaned_xmp(std::span<const std::byte> packet,
                                                  const TruePicture& picture);

}
