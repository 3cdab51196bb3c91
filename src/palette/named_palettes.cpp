#include "palette/named_palettes.h"

#include "base/wording.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace huedrift {
namespace {

template <std::size_t count>
constexpr std::array<Rgb, count> from_codes(const std::uint32_t (&codes)[count]) {
    std::array<Rgb, count> colors{};
    for (std::size_t i = 0; i < count; ++i) colors[i] = Rgb::from_code(codes[i]);
    return colors;
}

constexpr auto black_white = from_codes({0x000000, 0xffffff});
constexpr auto black_white_red = from_codes({0x000000, 0xffffff, 0xff0000});
constexpr auto black_white_red_yellow = from_codes({0x000000, 0xffffff, 0xff0000, 0xffff00});
constexpr auto spectra6 = from_codes({0x000000, 0xffffff, 0xffff00, 0xff0000, 0x0000ff, 0x00ff00});
constexpr auto acep7 = from_codes({0x000000, 0xffffff, 0x00ff00, 0x0000ff, 0xff0000, 0xffff00, 0xff8000});
constexpr auto gameboy = from_codes({0x0f380f, 0x306230, 0x8bac0f, 0x9bbc0f});
constexpr auto pico8 =
    from_codes({0x000000, 0x1d2b53, 0x7e2553, 0x008751, 0xab5236, 0x5f574f, 0xc2c3c7, 0xfff1e8, 0xff004d,
                0xffa300, 0xffec27, 0x00e436, 0x29adff, 0x83769c, 0xff77a8, 0xffccaa});
constexpr auto cga = from_codes({0x000000, 0x55ffff, 0xff55ff, 0xffffff});
constexpr auto ega =
    from_codes({0x000000, 0x0000aa, 0x00aa00, 0x00aaaa, 0xaa0000, 0xaa00aa, 0xaa5500, 0xaaaaaa, 0x555555,
                0x5555ff, 0x55ff55, 0x55ffff, 0xff5555, 0xff55ff, 0xffff55, 0xffffff});
constexpr auto commodore64 =
    from_codes({0x000000, 0xffffff, 0x68372b, 0x70a4b2, 0x6f3d86, 0x588d43, 0x352879, 0xb8c76f, 0x6f4f25,
                0x433900, 0x9a6759, 0x444444, 0x6c6c6c, 0x9ad284, 0x6c5eb5, 0x959595});
constexpr auto nes =
    from_codes({0x545454, 0x001e74, 0x081090, 0x300088, 0x440064, 0x5c0030, 0x540400, 0x3c1800, 0x202a00,
                0x083a00, 0x004000, 0x003c00, 0x00323c, 0x000000, 0x989698, 0x084cc4, 0x3032ec, 0x5c1ee4,
                0x8814b0, 0xa01464, 0x982220, 0x783c00, 0x545a00, 0x287200, 0x087c00, 0x007628, 0x006678,
                0xeceeec, 0x4c9aec, 0x787cec, 0xb062ec, 0xe454ec, 0xec58b4, 0xec6a64, 0xd48820, 0xa0aa00,
                0x74c400, 0x4cd020, 0x38cc6c, 0x38b4cc, 0x3c3c3c, 0xa8ccec, 0xbcbcec, 0xd4b2ec, 0xecaeec,
                0xecaed4, 0xecb4b0, 0xe4c490, 0xccd278, 0xb4de78, 0xa8e290, 0x98e2b4, 0xa0d6e4, 0xa0a2a0});
constexpr auto zx_spectrum =
    from_codes({0x000000, 0x0000d7, 0xd70000, 0xd700d7, 0x00d700, 0x00d7d7, 0xd7d700, 0xd7d7d7, 0x0000ff,
                0xff0000, 0xff00ff, 0x00ff00, 0x00ffff, 0xffff00, 0xffffff});
/// Ascending, with channels of 00, 33, 66, 99, cc and ff.
constexpr auto web_safe = [] {
    std::array<Rgb, 216> colors{};
    for (std::size_t i = 0; i < colors.size(); ++i)
        colors[i] = {static_cast<std::uint8_t>(i / 36 * 0x33), static_cast<std::uint8_t>(i / 6 % 6 * 0x33),
                     static_cast<std::uint8_t>(i % 6 * 0x33)};
    return colors;
}();

// The codes of displays are nominal: those that their drivers name, not measured inks.
constexpr std::array rows{
    NamedPalette{"black-white", "the two extremes of sRGB", black_white},
    NamedPalette{"black-white-red", "nominal, of e-paper with a red ink", black_white_red},
    NamedPalette{"black-white-red-yellow",
                 "nominal, of e-paper with four inks (github.com/waveshareteam/e-Paper, epd2in13g)",
                 black_white_red_yellow},
    NamedPalette{"spectra6",
                 "nominal, E Ink Spectra 6, in the order of github.com/waveshareteam/e-Paper, epd7in3e.py",
                 spectra6},
    NamedPalette{"acep7",
                 "nominal, E Ink ACeP of seven colours (Gallery), in the order of "
                 "github.com/waveshareteam/e-Paper, epd7in3f.py",
                 acep7},
    NamedPalette{"gameboy",
                 "the greens of the DMG as emulators show them "
                 "(en.wikipedia.org/wiki/List_of_video_game_console_palettes)",
                 gameboy},
    NamedPalette{"pico8", "the 16 of www.lexaloffle.com/dl/docs/pico-8_manual.html", pico8},
    NamedPalette{"cga", "IBM Color/Graphics Adapter, mode 4, palette 1 with high intensity", cga},
    NamedPalette{"ega", "IBM Enhanced Graphics Adapter, the 16 colours after a start", ega},
    NamedPalette{"commodore64", "Philip Timmermann, \"Pepto\", www.pepto.de/projects/colorvic/2001",
                 commodore64},
    NamedPalette{"nes",
                 "the 54 distinct colours of the 2C02, the chip of the NTSC console, by the table of "
                 "www.nesdev.org/wiki/PPU_palettes, row by row",
                 nes},
    NamedPalette{"zx-spectrum",
                 "the 15 of en.wikipedia.org/wiki/ZX_Spectrum_graphic_modes, the normal ones at 85 % of the "
                 "voltage",
                 zx_spectrum},
    NamedPalette{"web-safe", "6 x 6 x 6 equal steps, of browsers on displays with 256 colours", web_safe},
};

}

std::span<const NamedPalette> named_palettes() { return rows; }

const NamedPalette* palette_by_name(std::string_view name) {
    const auto palettes = named_palettes();
    const auto row = std::ranges::find(palettes, name, &NamedPalette::name);
    return row == palettes.end() ? nullptr : &*row;
}

const NamedPalette* palette_by_colors(std::span<const Rgb> colors) {
    const auto palettes = named_palettes();
    const auto row = std::ranges::find_if(
        palettes, [&](const NamedPalette& palette) { return std::ranges::equal(palette.colors, colors); });
    return row == palettes.end() ? nullptr : &*row;
}

std::string palette_name_list() {
    std::vector<std::string> names;
    names.reserve(rows.size());
    for (const NamedPalette& palette : rows) names.emplace_back(palette.name);
    return in_words(names, "or");
}

}
