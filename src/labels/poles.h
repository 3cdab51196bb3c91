#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"

namespace huedrift {

/// The pixel of a region, connected over the edges of pixels, that lies deepest in it.
struct Pole {
    std::uint32_t label = 0;
    int x = 0, y = 0;
    std::uint32_t squared_distance = 0; ///< of its centre from that of the nearest pixel not of the region
};

/// That of each region where the distance is at least the given one, in the order of the regions' first
/// pixels; of equally deep pixels the first. What is beyond the picture belongs to no region. Throws
/// Error(cancelled).
std::vector<Pole> poles(const LabelPlane& plane, std::uint32_t min_squared_distance,
                        const Progress& progress = {});

}
