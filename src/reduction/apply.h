#pragma once

#include "reduction/reduction.h"

namespace huedrift {

/// Applies a result for the colours `of` to `colors`, a subset of them. Keeps all modes, even those that no
/// colour of the subset reaches. Throws Error(input) naming a colour that is not in `of`.
Reduction apply(const Reduction& reduction, const ColorSet& of, const ColorSet& colors);

}
