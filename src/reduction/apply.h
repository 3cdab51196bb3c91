#pragma once

#include "reduction/reduction.h"

namespace huedrift {

/// What a result for the colours `of` makes of `colors`, which are some of them: the same modes, also those
/// that none of these came to. Throws Error(input) naming a colour that is none of them.
Reduction apply(const Reduction& reduction, const ColorSet& of, const ColorSet& colors);

}
