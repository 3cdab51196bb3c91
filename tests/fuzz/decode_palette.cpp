#include "palette/palette_file.h"

#include "base/error.h"
#include "fuzz/seeds.h"
#include "fuzz/target.h"

#include <array>

namespace huedrift {
namespace {

/// The first byte chooses the file name.
constexpr std::array names{"a.gpl", "a.hex", "a.json", "a.pal", "a.act",     "a.ase",
                           "a.css", "a.aco", "a.txt",  "a",     "a.aseprite"};

void expect(bool true_always) {
    if (!true_always) __builtin_trap();
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    const std::vector<Swatch> swatches{
        {{255, 0, 0}, 1, 2, "red"}, {{1, 2, 3}, 3, 4, ""}, {{9, 8, 7}, 5, 6, "*/"}};
    std::vector<std::vector<std::byte>> seeds;
    for (std::size_t name = 0; name < names.size(); ++name) {
        if (name >= 7) break;
        std::vector<std::byte> file = encode_palette(swatches, palette_format_of(names.at(name)), "title");
        file.insert(file.begin(), static_cast<std::byte>(name));
        seeds.push_back(std::move(file));
    }
    using namespace std::string_view_literals;
    seeds.push_back(seed("\x09RIFF\x24\0\0\0PAL data\x0C\0\0\0\0\x03\2\0\xFF\0\0\0\0\x80\0\0"sv));
    seeds.push_back(seed("\x07\0\1\0\2\0\0\xFF\xFF\0\0\0\0\0\0\0\7\x27\x10\0\1\xFF\0\0\0\0\2"sv));
    seeds.push_back(seed("\x06:root { --a: #f00; --b: rgba(0, 128, 0, 50%) } a:b{c:#0102ff80 /* */}"));
    seeds.push_back(seed("\x06 A { COLOR: RGB(255 0 0); --x: Hsl(9 9% 9%) ; fill: VAR(--x) }"));
    seeds.push_back(seed("\x04\xEF\xBB\xBF" + std::string(765, '{')));
    seeds.push_back(seed(R"([{"hex": {"hex": [1]}}, {"rgb": [1e999, -1, 2]}, "#12345"])"));
    seeds.push_back(seed("\x08;paint.net\nFFFF0000\n#00ff00 // green\r\r\n"));
    std::string sprite("\x09\xAA\0\0\0\xE0\xA5\1\0"sv); // 170 bytes, of which the last 42 are a frame
    sprite.resize(129);
    sprite +=
        "\x2A\0\0\0\xFA\xF1\1\0\x64\0\0\0\1\0\0\0\x1A\0\0\0\x19\x20\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv;
    seeds.push_back(seed(sprite));
    return seeds;
}

}

// A file gives a palette of valid size, or an Error. The palette can be written and read back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    if (size == 0) return 0;
    const auto file = std::as_bytes(std::span(data, size)).subspan(1);
    std::vector<PaletteColor> colors;
    const bool is_table = names.at(data[0] % names.size()) == std::string_view("a.act") &&
                          (file.size() == 768 || file.size() == 772);
    try {
        colors = decode_palette(file, names.at(data[0] % names.size()));
    } catch (const Error& error) {
        expect(error.kind() == ErrorKind::input && !is_table); // whose bytes all mean colours
        return 0;
    }
    expect(!colors.empty() && colors.size() <= max_palette_colors);
    std::vector<Swatch> swatches;
    for (const PaletteColor& one : colors) swatches.push_back({one.color, 1, 1, one.name});
    for (const PaletteFormat format : {PaletteFormat::gpl, PaletteFormat::ase, PaletteFormat::css})
        expect(decode_palette(encode_palette(swatches, format, "t"), "a.css") == colors);
    return 0;
}
