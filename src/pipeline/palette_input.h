#pragma once

#include "color/rgb.h"

#include <filesystem>
#include <vector>

namespace huedrift {

/// The colours of a palette file (decode_palette.h), or of a picture with few colours in ascending order; "-"
/// is standard input. Throws Error(input).
std::vector<Rgb> load_palette(const std::filesystem::path& path);

/// Whether the file's extension is that of a palette.
bool is_palette_name(const std::filesystem::path& path);

}
