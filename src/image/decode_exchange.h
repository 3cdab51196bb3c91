#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace huedrift {

/// The first bytes of the memory that this program and huedrift-decode share; the pixels follow at
/// `pixels_at`. The file is the child's standard input, the memory its standard output.
struct DecodeExchange {
    static constexpr std::size_t pixels_at = 4096; ///< so that they begin on a page
    static constexpr std::size_t spare_pixels =
        1; ///< behind them, as stb_image asks for a byte more than it fills
    static constexpr const char* program = "huedrift-decode";

    enum class State : std::uint32_t {
        not_begun,   ///< the child could not be loaded or not be confined; `reason` may say why
        begun,       ///< decoding; as a final state, it died
        decoded,     ///< the pixels are there
        damaged,     ///< `reason` says why
        undecodable, ///< damaged or not supported, which only the decoder could know; `reason` says why
    };

    // Written by the parent, from the header gate.
    std::uint64_t width, height;       ///< of the picture in the file, in pixels
    std::uint64_t exif_at, exif_bytes; ///< where in the file the TIFF structure of the Exif data lies
    std::uint64_t seconds;             ///< of computing that the child may take

    // Written by the child.
    State state;
    std::uint32_t upright_width, upright_height; ///< of the pixels: as in the file or the other way round
    std::array<char, 128> reason;                ///< ends with a zero
};
static_assert(sizeof(DecodeExchange) <= DecodeExchange::pixels_at);

}
