#include "palette/palette_file.h"

#include "base/file_extension.h"
#include "palette/palette_adobe.h"
#include "palette/palette_text.h"

#include <array>

namespace huedrift {
namespace {

using Encoder = std::vector<std::byte> (*)(std::span<const Swatch>, const std::string& title);

/// Turns an encoder of text into one of bytes.
template <auto make_text>
std::vector<std::byte> text(std::span<const Swatch> swatches, const std::string& title) {
    const std::string text = make_text(swatches, title);
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// One row for each format, in the order of PaletteFormat.
struct Row {
    NamedFormat<PaletteFormat> named;
    Encoder encode;
};
constexpr std::array rows{
    Row{{"gpl", PaletteFormat::gpl}, text<gpl_palette>},
    Row{{"hex", PaletteFormat::hex}, text<hex_palette>},
    Row{{"json", PaletteFormat::json}, text<json_palette>},
    Row{{"pal", PaletteFormat::pal}, text<jasc_palette>},
    Row{{"act", PaletteFormat::act}, act_palette},
    Row{{"ase", PaletteFormat::ase}, ase_palette},
    Row{{"css", PaletteFormat::css}, text<css_palette>},
};

constexpr auto formats = [] {
    std::array<NamedFormat<PaletteFormat>, rows.size()> named{};
    for (std::size_t i = 0; i < rows.size(); ++i) named[i] = rows[i].named;
    return named;
}();

}

std::string palette_extensions() { return list_extensions<PaletteFormat>(formats); }

PaletteFormat palette_format_of(const std::filesystem::path& path) {
    return format_by_extension<PaletteFormat>(path, formats, "palette");
}

std::vector<std::byte> encode_palette(std::span<const Swatch> swatches, PaletteFormat format,
                                      const std::string& title) {
    return rows[static_cast<std::size_t>(format)].encode(swatches, title);
}

}
