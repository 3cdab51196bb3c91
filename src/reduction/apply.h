#pragma once

#include "palette/palette.h"
#include "reduction/color_set.h"

namespace huedrift {

/// Applies a palette for the colours `of` to `colors`, a subset of them. Keeps all entries, even those that
/// no colour of the subset becomes. Throws Error(input) naming a colour that is not in `of`.
Palette apply(const Palette& palette, const ColorSet& of, const ColorSet& colors);

}
