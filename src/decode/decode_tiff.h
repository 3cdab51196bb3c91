#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for TIFF files by libtiff: the first page, in grey, RGB, a palette, or YCbCr as JPEG, of 1 to 16
/// bits a sample, rounded to 8. Divides premultiplied colours by alpha. A warning of libtiff about pixels
/// counts as damage.
std::string decode_tiff(const Undecoded& picture);

/// Lets the C library and libjpeg, which libtiff uses, query the system. Call it before confine(), which
/// forbids that.
void prepare_tiff();

}
