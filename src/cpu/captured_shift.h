#pragma once

#include "cpu/mean_shift.h"
#include "reduction/color_set.h"

namespace huedrift {

/// A mean shift whose modes will be merged, which follows only trajectories whose palette entry cannot be
/// proved. merge_and_assign() gives the same result as for all modes: colours of a captured trajectory get
/// the entry's mode. `mean_shift` must be new.
Reduction captured_shift(MeanShift& mean_shift, const BallSum& ball_sum, const ColorSet& colors,
                         const Options& options, Progress& progress, Statistics& statistics);

}
