#include "fuzz/seeds.h"
#include "fuzz/taker.h"
#include "fuzz/target.h"
#include "palette/palette_file.h"

#include <algorithm>
#include <string_view>

namespace huedrift {
namespace {

const auto formats = static_cast<unsigned>(palette_extensions().size());

Swatch take_swatch(Taker& taker) {
    const auto code = taker.number<std::uint32_t>() & 0xFFFFFF;
    const auto pixels = taker.number<std::uint64_t>();
    const auto colors = taker.number<std::uint32_t>();
    return {Rgb::from_code(code), pixels, colors, taker.text()};
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    std::vector<std::vector<std::byte>> seeds;
    for (unsigned format = 0; format < formats; ++format) {
        std::string bytes{static_cast<char>(format), 11};
        bytes += "T\n*/ \xF0\x9F\x8E\xA8\xED\xA0";
        for (const std::string_view name :
             {"", "violet", "\"\\ #1\t\xFF\x80", "/* a */ }", "\xC3\xBC\xE2\x82"}) {
            bytes += std::string("\x11\x22\x33\0\x05\0\0\0\0\0\0\0\x02\0\0\0", 16);
            bytes += static_cast<char>(name.size());
            bytes += name;
        }
        seeds.push_back(seed(bytes));
    }
    return seeds;
}

}

// Our own decoder, which is lenient, finds exactly these colours for any names and title, of which no control
// character comes into the texts of GIMP and CSS.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    Taker taker({data, size});
    const auto format = static_cast<PaletteFormat>(taker.number<std::uint8_t>() % formats);
    const std::string title = taker.text();
    std::vector<Swatch> swatches;
    while (!taker.at_end()) swatches.push_back(take_swatch(taker));
    if (swatches.empty() || swatches.size() > (format == PaletteFormat::act ? 256 : max_palette_colors))
        return 0;
    const std::vector<std::byte> file = encode_palette(swatches, format, title);
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const bool is_gpl = format == PaletteFormat::gpl; // has tabs before names
    const auto is_control = [&](unsigned char c) { return c < 0x20 && c != '\n' && !(is_gpl && c == '\t'); };
    if ((is_gpl || format == PaletteFormat::css) && std::ranges::any_of(text, is_control)) __builtin_trap();
    const std::string name = std::string("a.") + palette_extensions()[std::size_t(format)];
    // An exception is a finding, too.
    if (!std::ranges::equal(decode_palette(file, name), swatches, {}, &PaletteColor::color, &Swatch::color))
        __builtin_trap();
    return 0;
}
