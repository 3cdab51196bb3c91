#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"

#include <string>

namespace huedrift {

/// For each label the path data of SVG ("M0 0h3v2h-3z") that surrounds its pixels along their edges, in whole
/// pixels; empty for a label without pixels. Filled by the rule evenodd, or nonzero: areas run clockwise and
/// holes the other way. Neighbours share their edges, corners that touch are apart.
std::vector<std::string> outlines(const LabelPlane& plane);

/// The same for layers that lie on each other: for each label of `order` what surrounds its pixels and those
/// of all labels after it. Throws Error(output) for more than 1 GiB of that, which needs many small regions
/// of many labels, and Error(cancelled).
std::vector<std::string> stacked_outlines(const LabelPlane& plane, std::span<const std::uint32_t> order,
                                          const Progress& progress);

}
