#pragma once

#include "base/progress.h"
#include "pipeline/parts.h"

namespace huedrift {

struct SvgOptions {
    bool stacked = false;  ///< each part lies on the one before, which goes on below it
    bool numbered = false; ///< the rank of its part stands in each region that has room for it

    friend bool operator==(const SvgOptions&, const SvgOptions&) = default;
};

/// An SVG file with one path for each part, in pixels. Throws Error(output) for a stack that is too large,
/// and Error(cancelled).
std::string svg(const Labelled& labelled, std::span<const Part> parts, const SvgOptions& options,
                const Progress& progress);

}
