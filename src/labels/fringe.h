#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

namespace huedrift {

/// "Fringe" of docs/definition.md: pixels of rims up to `width` (1 to 3) wide take the label of one of the
/// two areas that they lie between. `palette` has the position of each label, `image` the pixels' source
/// colours, of which `colors` is the analysis; `squared_radius` says how far from a mixture those may be.
/// Returns how many pixels have another label. Throws Error(cancelled), and then has changed nothing.
std::uint64_t remove_fringe(LabelPlane& plane, std::span<const Position> palette, const ImageView& image,
                            const ColorSet& colors, int width, std::int64_t squared_radius,
                            const Progress& progress = {});

/// Whether `point` is within a distance of the segment between two others.
bool is_near_segment(const Position& point, const Position& from, const Position& to,
                     std::int64_t squared_radius);

}
