#pragma once

#include "pipeline/sweep.h"

#include <string>
#include <vector>

namespace huedrift {

/// An SVG picture of the number of colours against the radius, both axes logarithmic, with the suggested
/// radii marked. Needs at least two points, ascending by radius.
std::string sweep_plot(const std::vector<SweepPoint>& points, const std::string& title);

}
