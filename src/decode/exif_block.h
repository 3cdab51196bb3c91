#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace huedrift {

/// What is true of a picture as it was decoded, whatever its file said.
struct TruePicture {
    std::uint32_t width = 0, height = 0; ///< upright
    bool srgb = false;                   ///< its colours were converted to sRGB or are of it
};

/// Exif data (their TIFF structure) that are true of an upright picture: every byte stays where it is, as
/// maker notes hold offsets that nobody else can correct, but the thumbnail, other embedded pictures and
/// whatever no field refers to are gone. Empty when no field is left; none when the structure is damaged.
/// Takes time linear in the size whatever the bytes are.
std::optional<std::vector<std::byte>> cleaned_exif(std::span<const std::byte> tiff,
                                                   const TruePicture& picture);

}
