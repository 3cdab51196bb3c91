#pragma once

#include "base/progress.h"
#include "pipeline/document.h"

#include <span>

namespace huedrift {

// Pictures with one palette: it is found for the colours of all of them, as if they were one picture.

/// The colours of a document prepared by a recipe's profile, alpha and smoothing, which are all that matters
/// of it.
ColorTable table_of(const Document& document, const Recipe& recipe);

struct LinkedColors {
    ColorTable table;
    std::vector<std::string> failures{}; ///< of files that cannot be read, by sentences
};

/// Of all files, of animations with all frames. Throws Error(failed) for more than 2^64 - 1 pixels and
/// Error(cancelled).
LinkedColors count_linked(std::span<const Location> files, const Recipe& recipe, Progress& progress);

/// Whether a table has all colours of another.
bool contains(const ColorTable& table, const ColorTable& other);

}
