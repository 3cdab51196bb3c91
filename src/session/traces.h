#pragma once

#include "base/progress.h"
#include "reduction/trajectory.h"
#include "session/result.h"

namespace huedrift {

/// A colour of a result whose source colours are followed.
struct TracedColor {
    std::shared_ptr<const Result> result;
    Rgb color;

    friend bool operator==(const TracedColor&, const TracedColor&) = default;
};

/// The trajectories of some source colours to a colour of a result. Immutable.
struct Traces : TracedColor {
    /// Enough to show where they come from, few enough to appear at once.
    static constexpr std::size_t max_paths = 24;

    std::vector<Trajectory> paths;
};

/// Throws only Error(cancelled), because options that made a result are in range.
std::shared_ptr<const Traces> trace(const TracedColor& traced, const Progress& progress);

}
