#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for AVIF files by libavif with dav1d, in this thread. Colour is converted by libavif's own code,
/// which gives the same on every processor, with smooth chroma. Of a sequence the picture that stands for it.
std::string decode_avif(const Undecoded& picture);

}
