#pragma once

#include "pipeline/parts.h"

namespace huedrift {

/// The parts as comma-separated values (RFC 4180, with Unix line ends), after a line of column names: rank,
/// colour, its name, pixels, share of `all` visible pixels (0 to 1), regions, and the bounding
/// box as left column, top row, width and height.
std::string area_table(std::span<const Part> parts, std::uint64_t all);

}
