#pragma once

#include "color/rgb.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace huedrift {

/// As many as GIMP takes: a palette has to fit on a command line, too.
inline constexpr std::size_t max_palette_colors = 10'000;

/// The colours of a palette file in its order, each once: what encode_palette() writes, and gpl, hex, json,
/// pal (JASC and RIFF), act, aco, ase and css files of other programs. What the bytes do not say is told by
/// the extension of `name`, which sentences call it by. Throws Error(input) for what is damaged, no palette,
/// or holds no or more than max_palette_colors colours.
std::vector<Rgb> decode_palette(std::span<const std::byte> file, const std::filesystem::path& name);

}
