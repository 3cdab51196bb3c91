#pragma once

#include "base/progress.h"
#include "pipeline/parts.h"

namespace huedrift {

struct SvgOptions {
    bool stacked = false;  ///< each part also fills the area of the parts above it
    bool numbered = false; ///< writes the rank of a part into each of its regions with enough room

    friend bool operator==(const SvgOptions&, const SvgOptions&) = default;
};

/// An SVG file with one path a part, in pixels; its own size is in millimetres if the resolution is known.
/// Throws Error(output) if the stack is too large, and Error(cancelled).
std::string svg(const Labelled& labelled, std::span<const Part> parts, const SvgOptions& options,
                const Progress& progress);

}
