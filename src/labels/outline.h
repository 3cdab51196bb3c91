#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"

#include <string>

namespace huedrift {

/// For each label the SVG path data ("M0 0h3v2h-3z") of the outline of its pixels, in whole pixels; empty for
/// a label without pixels. Fill it by the rule evenodd or nonzero: areas run clockwise and holes
/// counterclockwise. Neighbours share their edges; areas that only touch at a corner stay separate.
std::vector<std::string> outlines(const LabelPlane& plane);

/// Outlines for stacked layers: for each label of `order`, the outline of its pixels and those of all later
/// labels. Takes 4 bytes a pixel. Throws Error(output) for more than 1 GiB of path data, which needs many
/// small regions of many labels, mostly at once, and Error(cancelled).
std::vector<std::string> stacked_outlines(const LabelPlane& plane, std::span<const std::uint32_t> order,
                                          const Progress& progress);

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
