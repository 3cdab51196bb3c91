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

/// Bytes that a decoder may hold besides the file and the pixels.
inline constexpr std::size_t memory_for_tables = std::size_t{64} << 20;
/// How many bytes a decoder may hold at once for a file of this size and a picture of this many pixels.
std::size_t memory_budget(std::size_t file_bytes, std::size_t pixels);

/// A picture file, and where its pixels go.
struct Undecoded {
    std::span<const std::byte> file;
    std::uint64_t width, height; ///< what the header gate found
    std::uint64_t frames;        ///< that are wanted; 1: the picture, or the first of an animation
    std::size_t memory_limit;    ///< bytes that a library may hold, where it lets itself be limited
    std::span<Rgba8> pixels;     ///< width x height of each frame, zeros
    StoredColors& colors;        ///< empty
    StoredMetadata& metadata;    ///< empty; only of formats where the header gate finds none
};

/// Decodes a file of one format as it is stored, not turned. Returns why it cannot, empty when the whole
/// picture was decoded: where a library would only warn and fill in something, the file counts as damaged.
using Decoder = std::string (*)(const Undecoded& picture);

/// What more than one decoder says of a file.
inline constexpr const char *unpacks_to_too_much = "it unpacks to more than its size allows",
                            *has_two_sizes = "it gives two different sizes",
                            *is_cut_short = "it is cut short",
                            *contradicts_itself = "its parts contradict each other";

/// Decodes `file`, settles its colours and turns it upright as its Exif data ask, straight into `pixels`
/// where it is upright already. `pixels` holds zeros, spare_pixels more than `exchange` says. `exchange`
/// holds the request and receives the answer. Throws nothing but std::bad_alloc.
void decode_by(Decoder decoder, std::span<const std::byte> file, DecodeExchange& exchange,
               std::span<Rgba8> pixels, DecodeRoom room);

/// 1 to 8, as the request says or the Exif data that it names.
int orientation_of(std::span<const std::byte> file, const DecodeExchange& request);
/// Reports that there is no picture.
void refuse(DecodeExchange& exchange, DecodeExchange::State state, std::string_view reason);
/// Turns the stored frames upright into `pixels`, unless it is there already, and reports it as decoded.
void finish(DecodeExchange& exchange, std::span<const Rgba8> stored, int orientation,
            std::span<Rgba8> pixels);

}
