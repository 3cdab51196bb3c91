#pragma once

#include "cpu/mean_shift.h"
#include "reduction/color_set.h"

namespace huedrift {

/// A mean shift whose modes will be merged, following only trajectories whose palette entry cannot be proved
/// otherwise. Of the modes it returns merge_and_assign() makes the same as of all modes: the colours of a
/// captured trajectory have the entry's mode for theirs. `mean_shift` must be new.
Reduction captured_shift(MeanShift& mean_shift, const BallSum& ball_sum, const ColorSet& colors,
                         const Options& options, Progress& progress, Statistics& statistics);

}
