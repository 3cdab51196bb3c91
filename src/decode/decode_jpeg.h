#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace huedrift {

/// Each scan of a progressive file is a pass over the whole picture, so a small file could demand hours of
/// work. Encoders write about ten.
inline constexpr int max_jpeg_scans = 100;

/// Decodes a JPEG file of this size into opaque 8-bit RGBA by libjpeg-turbo: accurate integer IDCT (ISLOW),
/// chroma upsampled by its triangle filter. CMYK and YCCK are taken as inverted, as Adobe writes them, and
/// multiplied by black. `pixels` holds width x height. `memory_limit`: how many bytes of coefficients libjpeg
/// may hold. Returns why the file cannot be decoded, empty when the whole picture was: where libjpeg would
/// only warn and fill in grey, the file counts as damaged.
std::string decode_jpeg(std::span<const std::byte> file, std::uint64_t width, std::uint64_t height,
                        std::size_t memory_limit, std::span<Rgba8> pixels);

/// Lets libjpeg detect the processor's features, for which it reads a file on some systems. Call it before
/// confine(), after which no file can be opened.
void prepare_jpeg();

}
