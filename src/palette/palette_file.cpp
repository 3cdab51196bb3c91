#include "palette/palette_file.h"

#include "base/file_extension.h"
#include "base/output_file.h"
#include "palette/palette_adobe.h"
#include "palette/palette_text.h"

#include <array>

namespace huedrift {
namespace {

using Encoder = std::vector<std::byte> (*)(std::span<const Swatch>, const std::string& title);

/// Makes an encoder of bytes from one of text.
template <auto make_text>
std::vector<std::byte> text(std::span<const Swatch> swatches, const std::string& title) {
    return text_bytes(make_text(swatches, title));
}

/// One row for each format, in the order of PaletteFormat.
struct EncodedFormat {
    NamedFormat<PaletteFormat> named;
    Encoder encode;
};
constexpr std::array encoded_formats{
    EncodedFormat{{"gpl", PaletteFormat::gpl}, text<gpl_palette>},
    EncodedFormat{{"hex", PaletteFormat::hex}, text<hex_palette>},
    EncodedFormat{{"json", PaletteFormat::json}, text<json_palette>},
    EncodedFormat{{"pal", PaletteFormat::pal}, text<jasc_palette>},
    EncodedFormat{{"act", PaletteFormat::act}, act_palette},
    EncodedFormat{{"ase", PaletteFormat::ase}, ase_palette},
    EncodedFormat{{"css", PaletteFormat::css}, text<css_palette>},
};

constexpr auto formats = [] {
    std::array<NamedFormat<PaletteFormat>, encoded_formats.size()> named{};
    for (std::size_t i = 0; i < encoded_formats.size(); ++i) named[i] = encoded_formats[i].named;
    return named;
}();

}

std::string palette_extensions() { return list_extensions<PaletteFormat>(formats); }

PaletteFormat palette_format_of(const std::filesystem::path& path) {
    return format_by_extension<PaletteFormat>(path, formats, "palette");
}

std::vector<std::byte> encode_palette(std::span<const Swatch> swatches, PaletteFormat format,
                                      const std::string& title) {
    return encoded_formats[static_cast<std::size_t>(format)].encode(swatches, title);
}

}
