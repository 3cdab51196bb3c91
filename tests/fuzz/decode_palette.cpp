#include "palette/palette_formats.h"

#include "base/error.h"
#include "fuzz/seeds.h"
#include "fuzz/target.h"

#include <algorithm>
#include <stdexcept>

namespace huedrift {
namespace {

/// The names of files, from which the first byte of an input chooses: one without an extension, and one of
/// each format.
const std::vector<std::string>& names() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> made{"a"};
        for (const PaletteFormatRow& row : palette_format_rows())
            made.push_back("a." + std::string(row.extension));
        return made;
    }();
    return all;
}

void expect(bool true_always) {
    if (!true_always) __builtin_trap();
}

std::vector<std::byte> named_seed(std::string_view name, std::string_view file) {
    const auto number = std::ranges::find(names(), name) - names().begin();
    return seed(static_cast<char>(number) + std::string(file));
}

/// Throws if a format has no seed.
void check_formats(std::span<const std::vector<std::byte>> seeds) {
    for (const PaletteFormatRow& row : palette_format_rows()) {
        const auto is_of_row = [&](const std::vector<std::byte>& seed) {
            const std::string_view file(reinterpret_cast<const char*>(seed.data()) + 1, seed.size() - 1);
            const std::string& name = names().at(std::to_integer<std::size_t>(seed.front()));
            return name != "a" && &palette_format_row(file, name) == &row;
        };
        if (std::ranges::none_of(seeds, is_of_row))
            throw std::logic_error("no seed for ." + std::string(row.extension) +
                                   " files that begin with \"" + std::string(row.signature) + "\"");
    }
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    const std::vector<Swatch> swatches{
        {{255, 0, 0}, 1, 2, "red"}, {{1, 2, 3}, 3, 4, ""}, {{9, 8, 7}, 5, 6, "*/"}};
    std::vector<std::vector<std::byte>> seeds;
    for (const char* const extension : palette_extensions()) {
        const std::string name = std::string("a.") + extension;
        const std::vector<std::byte> file = encode_palette(swatches, palette_format_of(name), "title");
        seeds.push_back(named_seed(name, {reinterpret_cast<const char*>(file.data()), file.size()}));
    }
    using namespace std::string_view_literals;
    seeds.push_back(named_seed("a.pal", "RIFF\x24\0\0\0PAL data\x0C\0\0\0\0\x03\2\0\xFF\0\0\0\0\x80\0\0"sv));
    seeds.push_back(named_seed("a.aco", "\0\1\0\2\0\0\xFF\xFF\0\0\0\0\0\0\0\7\x27\x10\0\1\xFF\0\0\0\0\2"sv));
    seeds.push_back(
        named_seed("a.css", ":root { --a: #f00; --b: rgba(0, 128, 0, 50%) } a:b{c:#0102ff80 /* */}"));
    seeds.push_back(named_seed("a.css", " A { COLOR: RGB(255 0 0); --x: Hsl(9 9% 9%) ; fill: VAR(--x) }"));
    seeds.push_back(named_seed("a.act", "\xEF\xBB\xBF" + std::string(765, '{')));
    seeds.push_back(named_seed("a.json", R"([{"hex": {"hex": [1]}}, {"rgb": [1e999, -1, 2]}, "#12345"])"));
    seeds.push_back(named_seed("a.txt", ";paint.net\nFFFF0000\n#00ff00 // green\r\r\n"));
    std::string sprite("\xAA\0\0\0\xE0\xA5\1\0"sv); // 170 bytes, of which the last 42 are a frame
    sprite.resize(128);
    sprite +=
        "\x2A\0\0\0\xFA\xF1\1\0\x64\0\0\0\1\0\0\0\x1A\0\0\0\x19\x20\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv;
    seeds.push_back(named_seed("a.aseprite", sprite));
    check_formats(seeds);
    return seeds;
}

}

// A file gives a palette of valid size, or an Error. The palette can be written and read back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    if (size == 0) return 0;
    const auto file = std::as_bytes(std::span(data, size)).subspan(1);
    std::vector<PaletteColor> colors;
    const bool is_table =
        names().at(data[0] % names().size()) == "a.act" && (file.size() == 768 || file.size() == 772);
    try {
        colors = decode_palette(file, names().at(data[0] % names().size()));
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
