#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// Each scan of a progressive file is a pass over the whole picture, so a small file could demand hours of
/// work. Encoders write about ten.
inline constexpr int max_jpeg_scans = 100;

/// A Decoder for JPEG files by libjpeg-turbo: accurate integer IDCT (ISLOW), chroma upsampled by its triangle
/// filter. CMYK and YCCK are taken as inverted, as Adobe writes them, and multiplied by black. The memory
/// limit is that of coefficients.
std::string decode_jpeg(const Undecoded& picture);

/// Lets libjpeg detect the processor's features, for which it reads a file on some systems. Call it before
/// confine(), after which no file can be opened.
void prepare_jpeg();

}
