#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"

namespace huedrift {

/// The pole of a 4-connected region: its pixel that lies deepest inside.
struct Pole {
    std::uint32_t label = 0;
    int x = 0, y = 0;
    /// Between its centre and that of the nearest pixel outside the region.
    std::uint32_t squared_distance = 0;
};

/// The poles of all regions whose distance is at least the given one, in the order of the regions' first
/// pixels. Of equally deep pixels the first is the pole. The outside of the picture belongs to no region.
/// Throws Error(cancelled).
std::vector<Pole> poles(const LabelPlane& plane, std::uint32_t min_squared_distance,
                        const Progress& progress = {});

}
