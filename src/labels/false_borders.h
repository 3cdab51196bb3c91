#pragma once

#include "base/progress.h"
#include "image/image.h"

#include <cstddef>

namespace huedrift {

/// The length in pixels of the bands' borders that `result` draws into smooth gradients of `source`, which
/// has the same size ("Looks" of docs/definition.md). Noise, which JPEG leaves beside edges, has next to
/// none. Throws Error(cancelled).
std::size_t false_border_length(const ImageView& source, const ImageView& result,
                                const Progress& progress = {});

}
