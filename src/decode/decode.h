#pragma once

#include "image/decode_exchange.h"
#include "image/image.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// Bytes that a decoder may hold besides the file and the pixels.
inline constexpr std::size_t memory_for_tables = std::size_t{64} << 20;
/// How many bytes a decoder may hold at once for a file of this size and a picture of this many pixels.
std::size_t memory_budget(std::size_t file_bytes, std::size_t pixels);

/// Decodes `file` into 8-bit RGBA, JPEG by libjpeg-turbo and the rest by stb_image, and turns it upright as
/// its Exif data ask. `pixels` holds zeros, spare_pixels more than `exchange` says. `exchange` holds the
/// request and receives the answer. The decoders stay within memory_budget(). Throws nothing but
/// std::bad_alloc.
void decode(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels);

}
