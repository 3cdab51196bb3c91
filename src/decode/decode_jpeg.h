#pragma once

#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace huedrift {

/// Each scan of a progressive file is a pass over the whole picture, so a small file could ask for hours of
/// work. Encoders write about ten.
inline constexpr int max_jpeg_scans = 100;

/// Decodes a JPEG file of this size into opaque 8-bit RGBA by libjpeg-turbo: accurate integer IDCT (ISLOW),
/// chroma upsampled by its triangle filter. CMYK and YCCK are taken for inverted, as Adobe writes them, and
/// multiplied by black. `pixels` holds width x height. `memory_limit`: bytes of coefficients that libjpeg may
/// hold. Returns why the file cannot be decoded, empty when all of the picture is there: where libjpeg would
/// warn and fill in grey, the file is damaged.
std::string decode_jpeg(std::span<const std::byte> file, std::uint64_t width, std::uint64_t height,
                        std::size_t memory_limit, std::span<Rgba8> pixels);

/// Lets libjpeg find out what the processor can do, for which it reads a file on some systems. Once before
/// files can no longer be opened.
void prepare_jpeg();

}
