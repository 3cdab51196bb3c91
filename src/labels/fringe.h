#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

namespace huedrift {

/// "Fringe" of docs/definition.md: pixels of rims up to `width` (1 to 3) wide take the label of one of the
/// two areas beside them. `palette` has the position of each label. `image` has the pixels' source colours,
/// and `colors` is its analysis. `squared_radius` limits their distance from a mixture. Returns the number of
/// changed pixels. Throws Error(cancelled) without a change.
std::uint64_t remove_fringe(LabelPlane& plane, std::span<const Position> palette, const ImageView& image,
                            const ColorSet& colors, int width, std::int64_t squared_radius,
                            const Progress& progress = {});

/// Whether `point` is within a distance of the segment between two other points.
bool is_near_segment(const Position& point, const Position& from, const Position& to,
                     std::int64_t squared_radius);

}
