#pragma once

#include "image/drawing.h"
#include "pipeline/parts.h"

#include <filesystem>

namespace huedrift {

enum class LegendFormat { png, svg };

/// By the extension. Throws Error(usage).
LegendFormat legend_format_of(const std::filesystem::path& path);

/// The parts one below the other, in columns where there are many: rank, colour, code, share of `all`
/// visible pixels, area in pixels, and the nearest colour with a name in CSS. Throws Error(output) for more
/// than 1024.
Drawing legend(std::span<const Part> parts, std::uint64_t all);

/// "12.34 %" of all, "<0.01 %" for what would be none.
std::string share_text(std::uint64_t pixels, std::uint64_t all);

}
