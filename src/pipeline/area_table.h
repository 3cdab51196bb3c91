#pragma once

#include "pipeline/parts.h"

namespace huedrift {

/// The parts as comma-separated values (RFC 4180, with the line ends of Unix), after a line of names: rank,
/// colour, the nearest name in CSS, pixels, share of `all` visible pixels from 0 to 1, regions, and the box
/// around them by its left column, top row, width and height.
std::string area_table(std::span<const Part> parts, std::uint64_t all);

}
