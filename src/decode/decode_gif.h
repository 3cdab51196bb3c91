#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for GIF files by giflib: the requested frames, composed as browsers do. A screen larger than the
/// frames is transparent around them.
std::string decode_gif(const Undecoded& picture);

}
