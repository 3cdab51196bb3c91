#pragma once

#include "session/result.h"

namespace huedrift {

// What a user does to a colour of a result, as a change to its recipe. Edits name a source colour, so that
// they survive a change of radius: of those that became the result's colour the one with most pixels, of
// equals the smallest.

/// That source colour; none where the result does not have `color`.
std::optional<Rgb> source_of(const Result& result, Rgb color);
/// The same for each of several colours, by one pass over those of the picture.
std::vector<std::optional<Rgb>> sources_of(const Result& result, std::span<const Rgb> colors);

/// Whether an edit of the result's recipe made `color`.
bool is_edited(const Result& result, Rgb color);

/// Replaces `color` of the result by `target`.
Recipe recolored(Recipe recipe, const Result& result, Rgb color, Rgb target);
/// Joins `color` of the result with `into`.
Recipe joined(Recipe recipe, const Result& result, Rgb color, Rgb into);
/// Joins all of them, `into` may be one.
Recipe joined(Recipe recipe, const Result& result, std::span<const Rgb> colors, Rgb into);
/// Removes the edits that made `color` of the result.
Recipe unedited(Recipe recipe, const Result& result, Rgb color);

/// Moves the colour at `from` of `list`, the colours of the result in the order of its files, to in front of
/// the one at `to`, or to the end. What comes behind both keeps the order asked for.
Recipe moved(Recipe recipe, const Result& result, std::span<const Swatch> list, std::size_t from,
             std::size_t to);

/// Adds a pin of this colour, or removes it.
Recipe pinned(Recipe recipe, Rgb color);
Recipe unpinned(Recipe recipe, Rgb color);

}
