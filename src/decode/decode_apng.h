#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for the frames of an animated PNG file that passed the header gate: each by stb_image as a file
/// of its own, composed over those before it as browsers do.
std::string decode_apng(const Undecoded& picture);

}
