#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for PBM, PGM, PPM (plain or raw) and PAM files, as netpbm describes them. Samples become 8 bits
/// by rounding; what follows the first picture is ignored.
std::string decode_pnm(const Undecoded& picture);

}
