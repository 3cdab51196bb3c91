#pragma once

#include "session/snapshot.h"
#include "session/thumbnails.h"

#include <cstdint>
#include <string>

namespace huedrift::app {

/// "1,234,567"
std::string grouped(std::uint64_t number);
/// "1 colour", "1,234 colours"
std::string counted(std::uint64_t number, const char* one, const char* many);
/// "1,234 colours", of linked pictures "1,234 colours in 3 pictures". For an analysed picture.
std::string source_colors(const Snapshot& snapshot);
/// What the window calls a weighting: "Each colour once", "By pixels".
const char* shown_name(Weighting weighting);
/// "0.05", "1.732": four significant digits.
std::string short_number(double value);
/// "840 ms", "1.25 s", "2 min 3 s"
std::string duration(double seconds);
/// "6000 × 4000"
std::string dimensions(const Thumbnail& thumbnail);
/// "812 B", "1.4 MiB"
std::string file_size(std::uint64_t bytes);

}
