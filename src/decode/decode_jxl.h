#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for JPEG XL files by libjxl, in this thread. Decodes the first picture of an animation.
std::string decode_jxl(const Undecoded& picture);

/// Discards standard error: Debian's libjxl writes there about every damaged file, which a confined program
/// must not do.
void prepare_jxl();

}
