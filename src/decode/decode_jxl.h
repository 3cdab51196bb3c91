#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for JPEG XL files by libjxl, in this thread. Of an animation the first picture.
std::string decode_jxl(const Undecoded& picture);

/// Lets what libjxl says on standard error vanish: Debian's writes there whenever a file is damaged, which a
/// confined program must not.
void prepare_jxl();

}
