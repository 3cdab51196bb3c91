#pragma once

#include "image/animation.h"
#include "image/image.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// A GIF file of a picture, or of an animation whose frames lie below each other in it. All frames have one
/// palette: `entries`, which must hold every pixel's value, or when empty the distinct values. After the
/// first, a frame holds only the box of what changes. Fully transparent pixels come back as (0,0,0,0). Throws
/// Error(output) for pixels that are transparent in part, for more than 256 entries and for sides above 65535
/// pixels.
std::vector<std::byte> encode_gif(const ImageView& image, const Animation& animation = {},
                                  std::span<const Rgba8> entries = {});

}
