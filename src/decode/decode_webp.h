#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for WebP files by libwebp, without dithering, in this thread. Decodes the first frame of an
/// animation, transparent where the canvas is larger. libwebp accepts no memory limit.
std::string decode_webp(const Undecoded& picture);

}
