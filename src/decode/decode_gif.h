#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for GIF files by giflib: the first pictures, each composed over those before it as browsers do,
/// where the screen is larger transparent around it.
std::string decode_gif(const Undecoded& picture);

}
