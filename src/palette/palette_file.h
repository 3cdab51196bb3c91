#pragma once

#include "color/rgb.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A colour of a palette and what stands behind it.
struct Swatch {
    Rgb color;
    std::uint64_t pixels = 0; ///< pixels that have this colour
    std::uint32_t colors = 0; ///< source colours that became it
    std::string name;         ///< UTF-8; when empty, files that need a name use "#rrggbb"
};

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

/// The format that a file name asks for by its extension, in any case. Throws Error(usage) listing those
/// there are.
PaletteFormat palette_format_of(const std::filesystem::path& path);

/// The whole file of a palette, swatches in the order given. `title` (UTF-8) is kept where the format has a
/// place for it. Throws Error(output) when the format cannot hold that many colours.
std::vector<std::byte> encode_palette(std::span<const Swatch> swatches, PaletteFormat format,
                                      const std::string& title);

}
