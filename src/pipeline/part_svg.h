#pragma once

#include "base/progress.h"
#include "pipeline/parts.h"

#include <filesystem>

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

/// Throws Error(usage) unless the name ends in .svg.
void check_legend_name(const std::filesystem::path& path);

/// An SVG that lists the parts below each other, in columns if they are many: rank, colour, code, share of
/// `all` visible pixels, area in pixels, and name. Throws Error(output) for more than 1024 parts.
std::string legend(std::span<const Part> parts, std::uint64_t all);

}
