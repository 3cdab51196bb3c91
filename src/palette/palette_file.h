#pragma once

#include "color/oklab.h"
#include "palette/swatch.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// GIMP's limit, too.
inline constexpr std::size_t max_palette_colors = 10'000;

/// A colour of a palette file.
struct PaletteColor {
    Rgb color;
    std::string name{};       ///< one line of UTF-8, at most 80 bytes; empty without one
    bool transparent = false; ///< its alpha is 0, its name transparent_name, or its file says so

    friend bool operator==(const PaletteColor&, const PaletteColor&) = default;
};

/// The colours of a palette file in order, repeated ones too, because consoles and games use the index as a
/// slot. Reads what encode_palette() writes, with transparent entries, and gpl, hex, json, pal (JASC and
/// RIFF), act, aco, ase and css files of other programs, and the palettes of Aseprite's sprites. The
/// extension of `name` decides where the bytes leave the format open; messages call the file `name`. Throws
/// Error(input) for a file that is damaged, is not a palette, or holds no colours or more than
/// max_palette_colors.
std::vector<PaletteColor> decode_palette(std::span<const std::byte> file, const std::filesystem::path& name);

/// Whether a file has an extension that only palettes have.
bool is_palette_name(const std::filesystem::path& path);

enum class PaletteFormat {
    gpl,  ///< GIMP, Inkscape, Krita, Aseprite
    hex,  ///< Lospec: one rrggbb per line
    json, ///< everything a Swatch holds; layout: palette_formats.h
    pal,  ///< JASC (Paint Shop Pro) text palette
    act,  ///< Adobe Color Table, at most 256 colours
    ase,  ///< Adobe Swatch Exchange
    css,  ///< custom properties
};

/// The extension of each PaletteFormat, in their order.
std::vector<const char*> palette_extensions();
/// The same for help texts: "gpl, hex, json, pal, act, ase, css".
std::string palette_extension_list();

/// Chooses the format by a file name's extension, in any case. Throws Error(usage), which lists the known
/// ones.
PaletteFormat palette_format_of(const std::filesystem::path& path);

/// Encodes a palette file with the swatches in the given order. Formats with a place for a title keep `title`
/// (UTF-8). Throws Error(output) when the format cannot hold that many colours.
std::vector<std::byte> encode_palette(std::span<const Swatch> swatches, PaletteFormat format,
                                      const std::string& title);

}
