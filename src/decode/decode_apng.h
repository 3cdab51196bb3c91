#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for the frames of an APNG file that passed the header gate. stb_image decodes each frame as a
/// file of its own; frames are composed as browsers do.
std::string decode_apng(const Undecoded& picture);

}
