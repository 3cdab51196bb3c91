#pragma once

#include "base/progress.h"
#include "reduction/color_set.h"
#include "reduction/options.h"

#include <vector>

namespace huedrift {

/// The states of a colour, its position first and its mode last.
using Trajectory = std::vector<Position>;

/// The trajectories of some colours of a set, given by their indices, by docs/definition.md. Meant for
/// display of a few: each step visits every colour of similar lightness. At the radius 0 no colour moves.
/// Throws Error(cancelled), and Error(usage) for options out of range.
std::vector<Trajectory> trajectories(const ColorSet& colors, std::span<const std::uint32_t> starts,
                                     const Options& options, const Progress& progress);

}
