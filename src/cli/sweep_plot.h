#pragma once

#include "pipeline/sweep.h"

#include <string>
#include <vector>

namespace huedrift {

/// An SVG picture of the number of colours against the radius, both in equal ratios, with the suggested radii
/// marked. `points` ascend by radius and are at least two.
std::string sweep_plot(const std::vector<SweepPoint>& points, const std::string& title);

}
