#pragma once

#include "session/snapshot.h"
#include "session/thumbnails.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace huedrift::app {

/// "1,234,567"
std::string grouped(std::uint64_t number);
/// "1 colour", "1,234 colours"
std::string counted(std::uint64_t number, const char* one, const char* many);
/// "1,234 colours", of linked pictures "1,234 colours in 3 pictures". For an analysed picture.
std::string source_colors(const Snapshot& snapshot);
/// Whether something is computed that is asked for.
bool is_working(const Snapshot& snapshot);
/// Whether results are out of date only since a moment ago. What is said of them stays: where new ones come
/// at once, a word for the time between would flash.
bool is_catching_up(const Snapshot& snapshot);
/// When that ends though nothing else happens; none: it is not so.
std::optional<std::chrono::milliseconds> catching_up_ends_in(const Snapshot& snapshot);
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
