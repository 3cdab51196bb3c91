#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "labels/label_plane.h"

namespace huedrift {

/// The changes of the step.
struct JoinedRegions {
    std::uint32_t regions = 0; ///< regions that joined another
    std::uint64_t pixels = 0;  ///< pixels whose label changed
};

/// "Small regions" of docs/definition.md: regions of fewer than `min_area` pixels join neighbours. `palette`
/// has the position of each label. Takes up to 80 bytes a pixel, if no two neighbours are alike. Throws
/// Error(cancelled) without a change.
JoinedRegions join_small_regions(LabelPlane& plane, std::span<const Position> palette, std::uint32_t min_area,
                                 const Progress& progress = {});

}
