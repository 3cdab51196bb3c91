#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "labels/label_plane.h"

namespace huedrift {

/// What the step changed.
struct JoinedRegions {
    std::uint32_t regions = 0; ///< that joined another
    std::uint64_t pixels = 0;  ///< whose label changed
};

/// "Small regions" of docs/definition.md: those of fewer than `min_area` pixels join neighbours. `palette`
/// has the position of each label. Up to 80 bytes a pixel, where no two neighbours are alike.
/// Throws Error(cancelled), and then has changed nothing.
JoinedRegions join_small_regions(LabelPlane& plane, std::span<const Position> palette, std::uint32_t min_area,
                                 const Progress& progress = {});

}
