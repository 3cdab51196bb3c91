#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"

namespace huedrift {

/// "Fringe" of docs/definition.md: pixels of rims up to `width` (1 to 3) wide take the label of one of the
/// two areas that they are a mixture of. `palette` has the colour of each label, `image` the pixels' source
/// colours. Returns the number of changed pixels. Throws Error(cancelled) without a change.
std::uint64_t remove_fringe(LabelPlane& plane, std::span<const Rgb> palette, const ImageView& image,
                            int width, const Progress& progress = {});

}
