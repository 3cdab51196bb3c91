#pragma once

#include "image/decode_exchange.h"
#include "image/image.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// What stb_image may hold besides files and pixels.
inline constexpr std::size_t memory_for_tables = std::size_t{64} << 20;
/// How many bytes stb_image may hold at once for a file of so many bytes and pixels.
std::size_t memory_budget(std::size_t file_bytes, std::size_t pixels);

/// Decodes `file` through stb_image into 8-bit RGBA, turns it upright as its Exif data ask and puts that into
/// `pixels`, zeros before, which has room for what the order says and spare_pixels. `exchange` holds the
/// order and gets the answer. stb_image keeps to its memory budget. Throws nothing but std::bad_alloc.
void decode(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels);

}
