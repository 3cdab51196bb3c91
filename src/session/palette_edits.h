#pragma once

#include "session/result.h"

namespace huedrift {

// What a user does to a colour of a result, as a change of its recipe. Edits name a colour of the source, so
// that they survive another radius: of those that became the result's colour the one with most pixels, of
// equals the smallest.

/// That colour of the source; none where the result does not have `color`.
std::optional<Rgb> source_of(const Result& result, Rgb color);

/// Whether an edit of the result's recipe is about `color`.
bool is_edited(const Result& result, Rgb color);

/// With `color` of the result as another one.
Recipe recolored(Recipe recipe, const Result& result, Rgb color, Rgb target);
/// With `color` of the result as what `into` is.
Recipe joined(Recipe recipe, const Result& result, Rgb color, Rgb into);
/// Without the edits that made `color` of the result what it is.
Recipe unedited(Recipe recipe, const Result& result, Rgb color);

/// With a colour that stays as it is, and without it.
Recipe pinned(Recipe recipe, Rgb color);
Recipe unpinned(Recipe recipe, Rgb color);

}
