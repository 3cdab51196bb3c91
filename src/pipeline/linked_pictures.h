#pragma once

#include "base/progress.h"
#include "pipeline/document.h"

#include <span>

namespace huedrift {

// Pictures that share one palette, found for all their colours as if they were one picture.

/// The colours of a document after the recipe's profile, alpha and smoothing; no other setting affects them.
/// Throws Error(cancelled).
ColorTable table_of(const Document& document, const Recipe& recipe, const Progress& progress);

struct LinkedColors {
    ColorTable table;
    std::vector<std::string> failures{}; ///< sentences, one for each unreadable file
};

/// Counts the colours of all files, all frames of animations included. Throws Error(failed) for more than
/// 2^64 - 1 pixels, and Error(cancelled).
LinkedColors count_linked(std::span<const Location> files, const Recipe& recipe, Progress& progress);

/// Whether `table` has all colours of `other`.
bool contains(const ColorTable& table, const ColorTable& other);

}
