#pragma once

#include "base/progress.h"
#include "image/resolution.h"
#include "labels/label_plane.h"

#include <optional>

namespace huedrift {

/// A PNG file of 1 bit a pixel, white for pixels with the label. Throws Error(output) and
/// Error(cancelled), but not while it compresses.
std::vector<std::byte> encode_mask(const LabelPlane& plane, std::uint32_t label,
                                   const Progress& progress = {},
                                   const std::optional<Resolution>& resolution = {});

}
