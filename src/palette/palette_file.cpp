#include "palette/palette_file.h"

#include "base/enumeration.h"
#include "base/error.h"
#include "base/location.h"
#include "base/output_file.h"
#include "palette/palette_formats.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

namespace huedrift {

void ColorList::add(PaletteColor color) {
    enlarge(colors_.size() + 1);
    colors_.back() = std::move(color);
}

void ColorList::enlarge(std::size_t size) {
    if (size > max_palette_colors)
        throw Error(ErrorKind::input,
                    "the palette has more than " + std::to_string(max_palette_colors) + " colours");
    if (size > colors_.size()) colors_.resize(size);
}

namespace {

/// Makes a writer of bytes from one of text.
template <auto make_text>
std::vector<std::byte> text(std::span<const Swatch> swatches, const std::string& title) {
    return text_bytes(make_text(swatches, title));
}

constexpr std::array format_rows{
    PaletteFormatRow{PaletteFormat::gpl, "gpl", "GIMP Palette", decode_gpl, text<gpl_palette>},
    PaletteFormatRow{PaletteFormat::hex, "hex", "", decode_hex, text<hex_palette>},
    PaletteFormatRow{PaletteFormat::json, "json", "{", decode_json, text<json_palette>},
    PaletteFormatRow{PaletteFormat::pal, "pal", "JASC-PAL", decode_jasc, text<jasc_palette>},
    PaletteFormatRow{PaletteFormat::act, "act", "", decode_act, act_palette, false},
    PaletteFormatRow{PaletteFormat::ase, "ase", "ASEF", decode_ase, ase_palette, false},
    PaletteFormatRow{PaletteFormat::css, "css", "", decode_css, text<css_palette>},
    // Formats that are only read.
    PaletteFormatRow{{}, "pal", "RIFF", decode_riff, nullptr, false},
    PaletteFormatRow{{}, "json", "[", decode_json},
    PaletteFormatRow{{}, "txt", "", decode_paint_net},
    PaletteFormatRow{{}, "aseprite", "", decode_aseprite, nullptr, false},
    PaletteFormatRow{{}, "aco", "", decode_aco, nullptr, false},
};
constexpr std::size_t written_formats = count_enumerators<PaletteFormat>();

/// Whether a format is the number of its row, and a row has a writer if it has a format.
constexpr bool begins_with_written_formats() {
    for (std::size_t i = 0; i < format_rows.size(); ++i) {
        const PaletteFormatRow& row = format_rows[i];
        if (row.written.has_value() != (i < written_formats) ||
            row.written.has_value() != (row.write != nullptr))
            return false;
        if (row.written && *row.written != static_cast<PaletteFormat>(i)) return false;
    }
    return format_rows.size() >= written_formats;
}
static_assert(begins_with_written_formats(),
              "rows of written formats come first, in the order of PaletteFormat");

/// The numbers of the first rows by their extensions.
template <std::size_t count>
constexpr auto named_rows = [] {
    std::array<NamedFormat<std::size_t>, count> named{};
    for (std::size_t i = 0; i < count; ++i) named[i] = {format_rows[i].extension, i};
    return named;
}();

/// The file without a byte order mark.
std::string_view text_of(std::string_view file) {
    return file.starts_with("\xEF\xBB\xBF") ? file.substr(3) : file;
}

constexpr std::size_t max_color_name = 80;

/// The name as PaletteColor has it. The code of the colour, which files have in place of a name, is none.
std::string cleaned(const std::string& name, Rgb color) {
    std::string clean = one_line(utf8(utf16(name)));
    if (clean.size() > max_color_name) {
        std::size_t end = max_color_name;
        while ((clean[end] & 0xC0) == 0x80) --end; // in the middle of a character
        clean.resize(end);
    }
    const std::size_t begin = clean.find_first_not_of(' ');
    if (begin == clean.npos) return {};
    clean = clean.substr(begin, clean.find_last_not_of(' ') - begin + 1);
    return rgb_from_hex(clean) == color && clean[0] == '#' ? std::string() : clean;
}

}

std::span<const PaletteFormatRow> palette_format_rows() { return format_rows; }

const PaletteFormatRow& palette_format_row(std::string_view file, const std::filesystem::path& name) {
    const auto named = [&](const std::filesystem::path& path) -> const PaletteFormatRow& {
        return format_rows[format_by_extension<std::size_t>(path, named_rows<format_rows.size()>, "palette")];
    };
    // Its first colours may have the bytes of another format's signature.
    if (extension_of(name) == "act" && has_size_of_act(file)) return named(name);
    if (is_aseprite(file)) return named("a.aseprite"); // its names may end in "ase", like Adobe's
    for (const PaletteFormatRow& row : format_rows)
        if (!row.signature.empty() && text_of(file).starts_with(row.signature)) return row;
    return named(name);
}

std::vector<PaletteColor> decode_palette(std::span<const std::byte> file, const std::filesystem::path& name) {
    const std::string_view bytes(reinterpret_cast<const char*>(file.data()), file.size());
    std::vector<PaletteColor> colors;
    try {
        const PaletteFormatRow& format = palette_format_row(bytes, name);
        colors = format.read(format.is_text ? text_of(bytes) : bytes);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::usage) throw Error(ErrorKind::input, error.what());
        throw Error(ErrorKind::input, name.string() + ": " + error.what());
    }
    if (colors.empty()) throw Error(ErrorKind::input, name.string() + ": the palette has no colours");
    for (PaletteColor& entry : colors) {
        entry.name = cleaned(entry.name, entry.color);
        entry.transparent = entry.transparent || entry.name == transparent_name;
    }
    return colors;
}

bool is_palette_name(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return extension != "txt" && // any text
           std::ranges::find(format_rows, extension, &PaletteFormatRow::extension) != format_rows.end();
}

std::vector<const char*> palette_extensions() {
    std::vector<const char*> extensions;
    extensions.reserve(written_formats);
    for (const auto& named : named_rows<written_formats>) extensions.push_back(named.extension.data());
    return extensions;
}

std::string palette_extension_list() { return list_extensions<std::size_t>(named_rows<written_formats>); }

PaletteFormat palette_format_of(const std::filesystem::path& path) {
    return static_cast<PaletteFormat>(
        format_by_extension<std::size_t>(path, named_rows<written_formats>, "palette"));
}

std::vector<std::byte> encode_palette(std::span<const Swatch> swatches, PaletteFormat format,
                                      const std::string& title) {
    assert(static_cast<std::size_t>(format) < written_formats);
    return format_rows[static_cast<std::size_t>(format)].write(swatches, title);
}

}
