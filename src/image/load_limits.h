#pragma once

#include "image/source.h"

#include <cstddef>
#include <cstdint>

namespace huedrift {

class ProgramCopies;

/// The limits on pictures. They are checked against the facts in the header before any memory of the
/// picture's size is allocated.
struct LoadLimits {
    std::uint64_t max_side = 32768;                      ///< pixels
    std::uint64_t max_pixels = 64'000'000;               ///< width x height, of all frames together
    std::size_t max_file_bytes = std::size_t{512} << 20; ///< 64 megapixels of 16-bit RGBA fit uncompressed
    std::uint64_t max_frames =
        1; ///< of an animation, at most all_frames; 1: only the first frame, as a picture

    bool hurries = true;     ///< false: decoding has the lowest priority
    bool keeps_file = false; ///< LoadedImage then has the file's bytes

    /// A decoder program that copies itself for each file of many; null: each file starts one.
    ProgramCopies* decoders = nullptr;

    /// For max_frames; a quarter of an hour of film.
    static constexpr std::uint64_t all_frames = 20'000;
    /// The largest limits that the decoder can count.
    static LoadLimits widest() {
        return {
            .max_side = 1u << 24, .max_pixels = (1u << 29) - 1, .max_file_bytes = (std::size_t{1} << 31) - 1};
    }
};

/// The size of a picture or animation by its header. Any numbers are possible.
struct PictureSize {
    std::uint64_t width = 0, height = 0;
    std::uint64_t frames = 0;       ///< of an animation that can be read as one; otherwise 0
    std::uint64_t frame_pixels = 0; ///< of all frames, decoded
};

/// The frames that are to be read of a file within `limits`: 0 if it is to be read as a picture. Throws
/// Error(input) for a picture without pixels or above the limits.
std::uint64_t checked_frames(const Source& source, const PictureSize& size, const LoadLimits& limits);

}
