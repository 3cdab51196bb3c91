#pragma once

#include "color/rgb.h"

#include <filesystem>
#include <vector>

namespace huedrift {

/// The colours of a palette file (decode_palette.h) or of a picture of few colours, these in ascending order;
/// "-" is standard input. Throws Error(input).
std::vector<Rgb> load_palette(const std::filesystem::path& path);

/// Whether the file's name says that it is a palette.
bool is_palette_name(const std::filesystem::path& path);

}
