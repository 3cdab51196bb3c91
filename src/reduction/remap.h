#pragma once

#include "image/image.h"
#include "palette/palette.h"
#include "reduction/color_set.h"

namespace huedrift {

/// The image with each colour replaced by that of its entry. Alpha stays; fully transparent pixels become
/// (0,0,0,0). `colors` must be the analysis of `image`, and `palette` one for `colors`. Works in place, so an
/// image moved in is not copied.
Image remap(Image image, const ColorSet& colors, const Palette& palette);

}
