#include "palette/decode_palette.h"

#include "base/error.h"
#include "base/file_extension.h"
#include "palette/palette_decoders.h"
#include "palette/palette_encoders.h"
#include "palette/utf16.h"

#include <algorithm>
#include <array>

namespace huedrift {
namespace {

using Decoder = std::vector<PaletteColor> (*)(std::string_view);

/// A format, recognised by the beginning of its files or else by its extension.
struct DecodedFormat {
    std::string_view signature, extension;
    Decoder decode;
    bool is_text = true; ///< may begin with a byte order mark
};
constexpr std::array decoded_formats{
    DecodedFormat{"GIMP Palette", "gpl", decode_gpl},
    DecodedFormat{"JASC-PAL", "pal", decode_jasc},
    DecodedFormat{"RIFF", "pal", decode_riff, false},
    DecodedFormat{"ASEF", "ase", decode_ase, false},
    DecodedFormat{"{", "json", decode_json},
    DecodedFormat{"[", "json", decode_json},
    DecodedFormat{"", "hex", decode_hex},
    DecodedFormat{"", "txt", decode_paint_net},
    DecodedFormat{"", "css", decode_css},
    DecodedFormat{"", "aseprite", decode_aseprite, false},
    DecodedFormat{"", "act", decode_act, false},
    DecodedFormat{"", "aco", decode_aco, false},
};

/// The file without a byte order mark.
std::string_view text_of(std::string_view file) {
    return file.starts_with("\xEF\xBB\xBF") ? file.substr(3) : file;
}

const DecodedFormat& format_of(std::string_view file, const std::filesystem::path& name) {
    using Row = const DecodedFormat*;
    constexpr auto by_name = [] {
        std::array<NamedFormat<Row>, decoded_formats.size()> named{};
        for (std::size_t i = 0; i < decoded_formats.size(); ++i)
            named[i] = {decoded_formats[i].extension, &decoded_formats[i]};
        return named;
    }();
    const auto named = [&](const std::filesystem::path& path) -> const DecodedFormat& {
        return *format_by_extension<Row>(path, by_name, "palette");
    };
    // Its first colours may have the bytes of another format's signature.
    if (extension_of(name) == "act" && has_size_of_act(file)) return named(name);
    if (is_aseprite(file)) return named("a.aseprite"); // its names may end in "ase", like Adobe's
    for (const DecodedFormat& row : decoded_formats)
        if (!row.signature.empty() && text_of(file).starts_with(row.signature)) return row;
    return named(name);
}

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

std::vector<PaletteColor> decode_palette(std::span<const std::byte> file, const std::filesystem::path& name) {
    const std::string_view bytes(reinterpret_cast<const char*>(file.data()), file.size());
    std::vector<PaletteColor> colors;
    try {
        const DecodedFormat& format = format_of(bytes, name);
        colors = format.decode(format.is_text ? text_of(bytes) : bytes);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::usage) throw Error(ErrorKind::input, error.what());
        throw Error(ErrorKind::input, name.string() + ": " + error.what());
    }
    if (colors.empty()) throw Error(ErrorKind::input, name.string() + ": the palette has no colours");
    if (colors.size() > max_palette_colors)
        throw Error(ErrorKind::input, name.string() + ": the palette has more than " +
                                          std::to_string(max_palette_colors) + " colours");
    for (PaletteColor& one : colors) one.name = cleaned(one.name, one.color);
    return colors;
}

bool is_palette_name(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return extension != "txt" && // any text
           std::ranges::find(decoded_formats, extension, &DecodedFormat::extension) != decoded_formats.end();
}

}
