#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for HEIC files by libheif with libde265, in this thread. Decodes the primary picture.
std::string decode_heif(const Undecoded& picture);

}
