#pragma once

#include "image/color_profile.h"
#include "image/metadata.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// The head of the memory that this program shares with a decoder; the pixels follow at `pixels_at`. The
/// decoder's standard input is the file, its standard output this memory.
struct DecodeExchange {
    static constexpr std::size_t pixels_at = 4096; ///< page-aligned
    static constexpr std::size_t spare_pixels = 1; ///< after them: stb_image allocates an extra byte

    enum class State : std::uint32_t {
        not_begun,   ///< the decoder was not loaded or confined; `reason` may say why
        begun,       ///< decoding; as the final state: the decoder died
        decoded,     ///< the pixels are complete
        damaged,     ///< `reason` says why
        undecodable, ///< damaged or not supported, as only the decoder can tell; see `reason`
    };

    // Written by the parent, from the header gate.
    std::uint64_t width, height;       ///< of the picture in the file, in pixels
    std::uint64_t frames;              ///< requested, each of that size, below each other; 1: a picture
    std::uint64_t exif_at, exif_bytes; ///< the TIFF structure of the Exif data in the file
    std::uint64_t xmp_at, xmp_bytes;   ///< the packet of XMP in the file
    std::uint64_t orientation;         ///< 1 to 8; 0: that of the Exif data
    std::uint64_t seconds;             ///< limit of processor time
    ProfileUse profile_use;
    std::uint64_t metadata_room; ///< bytes after the pixels, for Exif data followed by XMP
    std::uint64_t profile_room;  ///< bytes after that room, for a kept profile

    // Written by the child.
    State state;
    std::uint32_t upright_width, upright_height; ///< of the pixels: those of the file, or swapped
    std::array<char, 128> reason;                ///< zero-terminated
    ProfileReport::State profile_state;
    std::uint64_t profile_bytes;       ///< of the kept profile
    std::array<char, 64> profile_name; ///< zero-terminated, as in ProfileReport
    MetadataState exif_state, xmp_state;
    std::uint64_t exif_kept, xmp_kept; ///< bytes
};
static_assert(sizeof(DecodeExchange) <= DecodeExchange::pixels_at);

/// The room for the data that come with the pixels.
struct DecodeRoom {
    std::span<std::byte> metadata{}, profile{};
};

}
