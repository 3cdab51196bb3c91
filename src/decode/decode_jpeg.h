#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// The largest number of scans in a progressive file. Each scan is a pass over the whole picture, so a small
/// file could demand hours of work. Encoders write about ten.
inline constexpr int max_jpeg_scans = 100;

/// A Decoder for JPEG files by libjpeg-turbo: accurate integer IDCT (ISLOW) and chroma upsampling by its
/// triangle filter. Takes CMYK and YCCK as inverted, as Adobe writes them, and multiplies them by black. The
/// memory limit applies to coefficients.
std::string decode_jpeg(const Undecoded& picture);

/// Lets libjpeg detect the processor's features, for which it reads a file on some systems. Call it before
/// confine(), which forbids opening files.
void prepare_jpeg();

}
