#pragma once

#include "base/progress.h"
#include "color/transfer.h"
#include "image/image.h"

#include <cstddef>
#include <optional>

namespace huedrift {

/// "Alpha levels" of docs/definition.md: the image with at most `most` distinct values, 3 to 256; none if it
/// has no more. Fully transparent pixels must be (0,0,0,0). Throws Error(cancelled).
std::optional<Image> with_alpha_levels(const ImageView& image, std::size_t most, Transfer transfer,
                                       const Progress& progress);

}
