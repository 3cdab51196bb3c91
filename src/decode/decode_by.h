#pragma once

#include "decode/stored_colors.h"
#include "decode/stored_metadata.h"
#include "image/decode_exchange.h"
#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace huedrift {

/// Bytes that a decoder may allocate besides the file and the pixels.
inline constexpr std::size_t memory_for_tables = std::size_t{64} << 20;
/// The bytes that a decoder may allocate at once, for the size of its file and the number of pixels.
std::size_t memory_budget(std::size_t file_bytes, std::size_t pixels);

/// A picture file and the target of its pixels.
struct Undecoded {
    std::span<const std::byte> file;
    std::uint64_t width, height; ///< from the header gate
    std::uint64_t frames;        ///< requested; 1: a picture, or the first frame of an animation
    std::size_t memory_limit;    ///< bytes for a library that accepts a limit
    std::span<Rgba8> pixels;     ///< width x height of each frame, zeros
    StoredColors& colors;        ///< empty
    StoredMetadata& metadata;    ///< empty; for formats in which the header gate finds no metadata
};

/// Decodes a file of one format as it is stored, not turned upright. Returns the reason for a failure; empty
/// when the whole picture was decoded. A file counts as damaged even if the library would only warn and fill
/// in missing parts.
using Decoder = std::string (*)(const Undecoded& picture);

/// Reasons that several decoders give.
inline constexpr const char *unpacks_to_too_much = "it unpacks to more than its size allows",
                            *has_two_sizes = "it gives two different sizes",
                            *is_cut_short = "it is cut short",
                            *contradicts_itself = "its parts contradict each other";

/// Decodes `file`, applies its colour profile and turns it upright by its Exif data; an upright picture is
/// decoded straight into `pixels`. `pixels` holds zeros, spare_pixels more than `exchange` says. `exchange`
/// holds the request and receives the answer. Throws only std::bad_alloc.
void decode_by(Decoder decoder, std::span<const std::byte> file, DecodeExchange& exchange,
               std::span<Rgba8> pixels, DecodeRoom room);

/// The orientation, 1 to 8, from the request or from the Exif data that it points to.
int orientation_of(std::span<const std::byte> file, const DecodeExchange& request);
/// Reports a failure.
void refuse(DecodeExchange& exchange, DecodeExchange::State state, std::string_view reason);
/// Turns the stored frames upright into `pixels`, unless they are there already, and reports success.
void finish(DecodeExchange& exchange, std::span<const Rgba8> stored, int orientation,
            std::span<Rgba8> pixels);

}
