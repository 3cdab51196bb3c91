#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"

namespace huedrift {

/// The labels of core pixels: pixels inside a square of `side` pixels of their own label, wholly in the
/// picture. Others have none. Throws Error(cancelled).
template <class Label>
std::vector<Label> find_core(const std::vector<Label>& labels, std::size_t width, std::size_t height,
                             std::size_t side, const Progress& progress = {});

}
