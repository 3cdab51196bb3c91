#pragma once

#include "image/image.h"
#include "reduction/reduction.h"

#include <cstdint>

namespace huedrift {

/// 64-bit FNV-1a over what must be equal on every engine: the positions of the modes and the mode of each
/// colour, or the pixels of a picture, its size in front. The same on every machine.
std::uint64_t fingerprint(const Reduction& reduction);
std::uint64_t fingerprint(const ImageView& image);

}
