#pragma once

#include "decode/decode_by.h"

namespace huedrift {

/// A Decoder for PBM, PGM, PPM (plain or raw) and PAM files, as netpbm describes them. Rounds samples to 8
/// bits and ignores everything after the first picture.
std::string decode_pnm(const Undecoded& picture);

}
