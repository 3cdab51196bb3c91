#pragma once

#include "reduction/engine.h"

namespace huedrift {

/// Joins modes that are at most `distance` (Oklab, as exact as membership: |p-q|^2 <=
/// squared_radius(distance)) apart, by single link: chains of such pairs become one mode at the mean of the
/// chain's positions, each weighted with its colours (palette) or pixels (frequency) and rounded half up.
/// Joined modes that come to lie on one position are one mode, too. The order of nothing matters. `distance`
/// 0 changes nothing. `reduction` must be of `colors`. Throws Error(usage) when `distance` is not in [0,
/// largest_radius].
Reduction merge_modes(Reduction reduction, const ColorSet& colors, Weighting weighting, double distance);

/// What `engine` makes of `colors`, merged.
Reduction reduce_and_merge(Engine& engine, const ColorSet& colors, const Options& options,
                           double merge_distance, Progress& progress);

}
