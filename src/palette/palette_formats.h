#pragma once

#include "palette/palette_file.h"
#include "palette/swatch.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {

/// A format of palette files, recognised by their beginning or else by their extension.
struct PaletteFormatRow {
    std::optional<PaletteFormat> written; ///< none: only read
    std::string_view extension, signature;
    std::vector<PaletteColor> (*read)(std::string_view);
    std::vector<std::byte> (*write)(std::span<const Swatch>, const std::string& title) = nullptr;
    bool is_text = true; ///< may begin with a byte order mark
};

/// Every format: those of PaletteFormat in their order, then those that are only read.
std::span<const PaletteFormatRow> palette_format_rows();
/// The format of a file by its first bytes, else by its name. Throws Error(usage) for an unknown extension.
const PaletteFormatRow& palette_format_row(std::string_view file, const std::filesystem::path& name);

/// Converts UTF-8 to UTF-16, with U+FFFD for invalid bytes.
std::u16string utf16(std::string_view text);
/// Converts UTF-16 to UTF-8, with U+FFFD for halves of characters.
std::string utf8(std::u16string units);

// The encoders from which encode_palette() chooses. act, hex and JASC files hold no title. Those with names
// tell a transparent entry by transparent_name.

std::string gpl_palette(std::span<const Swatch> swatches, const std::string& title);
/// A transparent entry has the eight digits of rrggbbaa.
std::string hex_palette(std::span<const Swatch> swatches, const std::string& title);
/// A transparent entry has its alpha as a fourth number, as Aseprite writes it.
std::string jasc_palette(std::span<const Swatch> swatches, const std::string& title);
std::string css_palette(std::span<const Swatch> swatches, const std::string& title);

/// An object: "format" is "huedrift palette", "version" 1, "title" the title, "colors" one object per swatch,
/// in order: "hex" "#rrggbb", "rgb" three numbers 0 to 255, "name", "pixels" and "source_colors" as in
/// Swatch, and of a transparent entry "transparent": true. Later versions only add members.
std::string json_palette(std::span<const Swatch> swatches, const std::string& title);

/// Replaces control characters by spaces, so that a line break in a name does not become a line of the file.
std::string one_line(std::string text);

/// The swatch's name on one line, or its hex code when it has none.
std::string display_name(const Swatch& swatch);

// Adobe's files. All their numbers are big-endian.

/// Adobe Color Table ("Adobe Photoshop File Formats Specification"): 256 RGB triples, then two 16-bit
/// numbers: the count of used triples and the index of the transparent one (0xFFFF: none). Has no title.
/// Throws Error(output) above 256 colours.
std::vector<std::byte> act_palette(std::span<const Swatch> swatches, const std::string& title);

/// Adobe Swatch Exchange, version 1.0: one group with the title as its name and a global RGB colour for each
/// swatch.
std::vector<std::byte> ase_palette(std::span<const Swatch> swatches, const std::string& title);

/// The colours that a decoder reads. A few bytes of some formats stand for hundreds of colours, so their
/// number is checked before each.
class ColorList {
public:
    /// Throws Error(input) for more than max_palette_colors.
    void add(PaletteColor color);
    /// Has at least so many, black ones at the end. Throws as add() does.
    void enlarge(std::size_t size);

    std::size_t size() const { return colors_.size(); }
    PaletteColor& operator[](std::size_t i) { return colors_[i]; }
    PaletteColor& back() { return colors_.back(); }
    void clear() { colors_.clear(); }
    std::vector<PaletteColor> taken() { return std::move(colors_); }

private:
    std::vector<PaletteColor> colors_{};
};

// The decoders from which decode_palette() chooses. Names are as the file has them. They throw
// Error(input); the message does not name the file.

/// Lines of "r g b", or "r g b a" where the header names such channels, and a name, after a header of "Key:
/// value" lines and comments.
std::vector<PaletteColor> decode_gpl(std::string_view file);
/// One rrggbb or rrggbbaa per line, or with "#" any code of CSS. ";" and "//" begin comments.
std::vector<PaletteColor> decode_hex(std::string_view file);
/// The same, but eight digits are Paint.NET's aarrggbb.
std::vector<PaletteColor> decode_paint_net(std::string_view file);
/// "JASC-PAL", a version, the number of colours, and that many lines of "r g b", in Aseprite's files "r g b
/// a".
std::vector<PaletteColor> decode_jasc(std::string_view file);
/// Every css_color() in declarations, in order; names where a property takes colours. Refuses codes and
/// functions of colours that cannot be read, but for those of variables. A variable names its colour, if it
/// has one alone; a colour that css_palette() numbered has its name in the comment behind it.
std::vector<PaletteColor> decode_css(std::string_view file);
/// An array of "#rrggbb" or of objects with "hex" or "rgb", perhaps "name" and "transparent", or an object
/// with such an array as "colors".
std::vector<PaletteColor> decode_json(std::string_view file);

// Binary files. Colours in other spaces are converted to sRGB: CMYK without a profile, Lab with white point
// D50.

/// Microsoft's RIFF palette: "RIFF", "PAL ", and a "data" block of r, g, b, flags. Little endian.
std::vector<PaletteColor> decode_riff(std::string_view file);
/// Whether a file has as many bytes as an Adobe Color Table, which has no signature.
bool has_size_of_act(std::string_view file);
/// Adobe Color Table: 256 triples, optionally followed by how many of them are used and the transparent
/// index.
std::vector<PaletteColor> decode_act(std::string_view file);
/// Adobe Color Swatches, version 1, version 2 or both in one file.
std::vector<PaletteColor> decode_aco(std::string_view file);
/// Whether a file begins as Aseprite's sprites do, with its size and 0xA5E0.
bool is_aseprite(std::string_view file);
/// The palette of a sprite, each slot as the last chunk has it.
std::vector<PaletteColor> decode_aseprite(std::string_view file);
/// Adobe Swatch Exchange; groups are ignored.
std::vector<PaletteColor> decode_ase(std::string_view file);

}
