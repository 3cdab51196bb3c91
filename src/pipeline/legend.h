#pragma once

#include "pipeline/parts.h"

#include <filesystem>

namespace huedrift {

/// Throws Error(usage) unless the name ends in .svg.
void check_legend_name(const std::filesystem::path& path);

/// An SVG that lists the parts below each other, in columns if they are many: rank, colour, code, share of
/// `all` visible pixels, area in pixels, and name. Throws Error(output) for more than 1024 parts.
std::string legend(std::span<const Part> parts, std::uint64_t all);

}
