#pragma once

#include "palette/swatch.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

enum class PaletteFormat {
    gpl,  ///< GIMP, Inkscape, Krita, Aseprite
    hex,  ///< Lospec: one rrggbb per line
    json, ///< everything a Swatch holds; layout: palette_text.h
    pal,  ///< JASC (Paint Shop Pro) text palette
    act,  ///< Adobe Color Table, at most 256 colours
    ase,  ///< Adobe Swatch Exchange
    css,  ///< custom properties
};

/// The extensions that name a palette format, for help texts: "gpl, hex, json, pal, act, ase, css".
std::string palette_extensions();

/// Chooses the format by a file name's extension, in any case. Throws Error(usage), which lists the known
/// ones.
PaletteFormat palette_format_of(const std::filesystem::path& path);

/// Encodes a palette file with the swatches in the given order. Formats with a place for a title keep `title`
/// (UTF-8). Throws Error(output) when the format cannot hold that many colours.
std::vector<std::byte> encode_palette(std::span<const Swatch> swatches, PaletteFormat format,
                                      const std::string& title);

}
