#pragma once

#include "image/animation.h"
#include "image/image.h"

#include <cstddef>
#include <span>
#include <vector>

namespace huedrift {

/// A GIF file of a picture, or of an animation whose frames lie below each other in it. All frames share one
/// palette: `entries`, which must contain every pixel's value, or if empty the distinct values. After the
/// first, a frame holds only the box that changes. Fully transparent pixels are read back as (0,0,0,0).
/// Throws Error(output) for partially transparent pixels, for more than 256 entries and for sides above 65535
/// pixels.
std::vector<std::byte> encode_gif(const ImageView& image, const Animation& animation = {},
                                  std::span<const Rgba8> entries = {});

}
