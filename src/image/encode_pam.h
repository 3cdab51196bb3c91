#pragma once

#include "image/image.h"

#include <cstddef>
#include <vector>

namespace huedrift {

/// A PAM file of RGBA pixels, or of RGB pixels when all are opaque (netpbm's pam(5)).
std::vector<std::byte> encode_pam(const ImageView& image);

}
