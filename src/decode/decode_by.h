#pragma once

#include "decode/file_facts.h"
#include "decode/stored_colors.h"
#include "image/decode_exchange.h"
#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace huedrift {

/// A picture file and the target of its pixels.
struct Undecoded {
    const Source& source;
    std::uint64_t width, height; ///< from the header
    Crop crop;                   ///< the part of this size in what the file stores
    std::uint64_t frames;        ///< requested; 1: a picture, or the first frame of an animation
    std::size_t memory_limit;    ///< bytes for a library that accepts a limit
    std::span<Rgba8> pixels;  ///< width x height of each frame; these and the spare ones after them are zeros
    StoredColors& colors;     ///< empty
    StoredMetadata& metadata; ///< empty; for formats whose header tells of no metadata

    std::span<const std::byte> file() const { return source.bytes(); }
};

/// Decodes a file of one format as it is stored, not turned upright. Returns the reason for a failure, or
/// throws Error(input); empty when the whole picture was decoded. A file counts as damaged even if the
/// library would only warn and fill in missing parts.
using Decoder = std::string (*)(const Undecoded& picture);

/// What reads the files of a format.
struct PictureReader {
    /// Reads the facts without decoding. Throws Error(input) for a file that is damaged, as far as the format
    /// is checked here, or not supported.
    FileFacts (*inspect)(const Source& source);
    Decoder decode;
};

/// Divides colours by the alpha that they were multiplied with.
void divide_by_alpha(const Undecoded& picture);

/// Reasons that several decoders give.
inline constexpr const char *unpacks_to_too_much = "it unpacks to more than its size allows",
                            *has_two_sizes = "it gives two different sizes",
                            *is_cut_short = "it is cut short",
                            *contradicts_itself = "its parts contradict each other";

/// Decodes a file, applies its colour profile and turns it upright by its Exif data; an upright picture is
/// decoded straight into `pixels`. `pixels` holds zeros, spare_pixels more than the requested frames have.
/// `exchange` holds the order and receives the answer. Throws Error(input) when there is no picture.
void decode_by(Decoder decoder, const Source& source, const FileFacts& facts, DecodeExchange& exchange,
               std::span<Rgba8> pixels, DecodeRoom room);

}
