#pragma once

#include "labels/label_plane.h"

#include <string>

namespace huedrift {

/// For each label the path data of SVG ("M0 0h3v2h-3z") that surrounds its pixels along their edges, in whole
/// pixels; empty for a label without pixels. Filled by the rule evenodd, or nonzero: areas run clockwise and
/// holes the other way. Neighbours share their edges, corners that touch are apart.
std::vector<std::string> outlines(const LabelPlane& plane);

}
