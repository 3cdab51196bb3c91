#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for TIFF files by libtiff: the first page, in grey, RGB, a palette, or YCbCr as JPEG, of 1 to 16
/// bits a sample, which become 8 by rounding. Colours that were multiplied by alpha are divided by it again.
/// What libtiff only warns of while it reads pixels counts as damage.
std::string decode_tiff(const Undecoded& picture);

/// Lets the C library and libjpeg, which libtiff uses, ask the system what they want to know of it. Call it
/// before confine(), which ends that.
void prepare_tiff();

}
