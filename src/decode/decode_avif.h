#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for AVIF files by libavif with dav1d, in this thread. libavif's own code converts colours, with
/// smooth chroma and the same result on every processor. Decodes the main picture of a sequence.
std::string decode_avif(const Undecoded& picture);

}
