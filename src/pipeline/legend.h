#pragma once

#include "image/drawing.h"
#include "pipeline/parts.h"

#include <filesystem>

namespace huedrift {

enum class LegendFormat { png, svg };

/// Chooses the format by the extension. Throws Error(usage).
LegendFormat legend_format_of(const std::filesystem::path& path);

/// Draws the parts below each other, in columns if they are many: rank, colour, code, share of `all` visible
/// pixels, area in pixels, and name. Throws Error(output) for more than 1024 parts.
Drawing legend(std::span<const Part> parts, std::uint64_t all);

/// "12.34 %"; "<0.01 %" for a share that would round to zero.
std::string share_text(std::uint64_t pixels, std::uint64_t all);

}
