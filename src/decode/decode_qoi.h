#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for QOI files, "The Quite OK Image Format", specification 1.0.
std::string decode_qoi(const Undecoded& picture);

}
