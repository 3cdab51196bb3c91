#include "palette/palette_file.h"

#include "base/file_extension.h"
#include "palette/palette_adobe.h"
#include "palette/palette_text.h"

#include <array>

namespace huedrift {
namespace {

constexpr std::array<NamedFormat<PaletteFormat>, 7> formats{{{"gpl", PaletteFormat::gpl},
                                                             {"hex", PaletteFormat::hex},
                                                             {"json", PaletteFormat::json},
                                                             {"pal", PaletteFormat::pal},
                                                             {"act", PaletteFormat::act},
                                                             {"ase", PaletteFormat::ase},
                                                             {"css", PaletteFormat::css}}};

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}

std::string palette_extensions() { return list_extensions<PaletteFormat>(formats); }

PaletteFormat palette_format_of(const std::filesystem::path& path) {
    return format_by_extension<PaletteFormat>(path, formats, "palette");
}

std::vector<std::byte> encode_palette(std::span<const Swatch> swatches, PaletteFormat format,
                                      const std::string& title) {
    switch (format) {
    case PaletteFormat::gpl:
        return bytes_of(gpl_palette(swatches, title));
    case PaletteFormat::hex:
        return bytes_of(hex_palette(swatches));
    case PaletteFormat::json:
        return bytes_of(json_palette(swatches, title));
    case PaletteFormat::pal:
        return bytes_of(jasc_palette(swatches));
    case PaletteFormat::act:
        return act_palette(swatches);
    case PaletteFormat::ase:
        return ase_palette(swatches, title);
    case PaletteFormat::css:
        return bytes_of(css_palette(swatches, title));
    }
    return {};
}

}
