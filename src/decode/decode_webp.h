#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for WebP files by libwebp, without dithering, in this thread. Of an animation the first frame,
/// where the picture is larger transparent around it. libwebp cannot be told a memory limit.
std::string decode_webp(const Undecoded& picture);

}
