#pragma once

#include "image/color_profile.h"
#include "image/metadata.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// The beginning of the memory that this program and a decoder share; the pixels follow at `pixels_at`.
/// The file is the child's standard input, the memory its standard output.
struct DecodeExchange {
    static constexpr std::size_t pixels_at = 4096; ///< page-aligned
    static constexpr std::size_t spare_pixels =
        1; ///< after them, as stb_image allocates a byte more than it fills

    enum class State : std::uint32_t {
        not_begun,   ///< the child could not be loaded or confined; `reason` may say why
        begun,       ///< decoding; as a final state, it died
        decoded,     ///< the pixels are there
        damaged,     ///< `reason` says why
        undecodable, ///< damaged or not supported, which only the decoder could tell; `reason` says why
    };

    // Written by the parent, from the header gate.
    std::uint64_t width, height;       ///< of the picture in the file, in pixels
    std::uint64_t frames;              ///< that are wanted, each of that size, below each other; 1: a picture
    std::uint64_t exif_at, exif_bytes; ///< where in the file the TIFF structure of the Exif data lies
    std::uint64_t xmp_at, xmp_bytes;   ///< the same of a packet of XMP
    std::uint64_t orientation;         ///< 1 to 8; 0: as the Exif data say
    std::uint64_t seconds;             ///< of processor time that the child may use
    ProfileUse profile_use;
    std::uint64_t metadata_room; ///< bytes after the pixels, for Exif data followed by XMP
    std::uint64_t profile_room;  ///< bytes after these, for a profile that is kept

    // Written by the child.
    State state;
    std::uint32_t upright_width, upright_height; ///< of the pixels: as in the file or swapped
    std::array<char, 128> reason;                ///< zero-terminated
    ProfileReport::State profile_state;
    std::uint64_t profile_bytes;       ///< of a profile that is kept
    std::array<char, 64> profile_name; ///< zero-terminated, as in ProfileReport
    MetadataState exif_state, xmp_state;
    std::uint64_t exif_kept, xmp_kept; ///< bytes
};
static_assert(sizeof(DecodeExchange) <= DecodeExchange::pixels_at);

/// Where a decoder puts what comes with the pixels.
struct DecodeRoom {
    std::span<std::byte> metadata{}, profile{};
};

}
