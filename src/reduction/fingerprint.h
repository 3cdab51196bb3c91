#pragma once

#include "image/image.h"
#include "palette/palette.h"

#include <cstdint>

namespace huedrift {

/// A 64-bit FNV-1a hash of the data that must be equal on every engine: the positions of the entries and
/// the entry of each colour, or the size and pixels of a picture. The same on every machine.
std::uint64_t fingerprint(const Palette& palette);
std::uint64_t fingerprint(const ImageView& image);

}
