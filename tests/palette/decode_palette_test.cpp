#include "palette/palette_file.h"

#include "expect_error.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

using testing::ElementsAre;

std::vector<PaletteColor> decode_named(const std::string& name, std::string_view text) {
    return decode_palette(std::as_bytes(std::span(text)), name);
}
std::vector<Rgb> colors_in(const std::vector<PaletteColor>& named) {
    std::vector<Rgb> colors;
    for (const PaletteColor& one : named) colors.push_back(one.color);
    return colors;
}
std::vector<Rgb> decode(const std::string& name, std::string_view text) {
    return colors_in(decode_named(name, text));
}

constexpr Rgb red{255, 0, 0}, green{0, 128, 0}, blue{1, 2, 255};

TEST(DecodePalette, KeepsTheIndicesOfRepeatedColors) {
    const std::vector<Swatch> swatches{
        {red, 1, 1, "a"}, {green, 1, 1, "b"}, {red, 1, 1, "a"}, {red, 1, 1, "c"}, {blue, 1, 1, "d"}};
    for (const char* name : {"a.gpl", "a.hex", "a.json", "a.pal", "a.act", "a.ase", "a.css"}) {
        const auto file = encode_palette(swatches, palette_format_of(name), "T: #ff00ff");
        EXPECT_THAT(colors_in(decode_palette(file, name)), ElementsAre(red, green, red, red, blue)) << name;
    }
}

/// Names with everything that formats use for other purposes.
const std::vector<PaletteColor> named_colors{{red, "DMC 321 Red"},
                                             {green, ""},
                                             {red, "the same, again"},
                                             {blue, "*/ /* ; } : { # // \\ \\/ \\* \"quoted\" 'x'"},
                                             {green, "#008001"},
                                             {blue, "color-3"},
                                             {red, "12 34 56 7"},
                                             {green, "\u2192 \u00fcber \U0001F3A8 \u7d05"},
                                             {blue, "Name: x"},
                                             {red, "/"},
                                             {green, "\\"},
                                             {blue, "*"},
                                             {red, std::string(80, 'x')}};

TEST(DecodePalette, NamesAreReadAsWritten) {
    std::vector<Swatch> swatches;
    for (const PaletteColor& one : named_colors) swatches.push_back({.color = one.color, .name = one.name});
    for (const char* format : {"a.gpl", "a.json", "a.ase", "a.css"})
        EXPECT_EQ(decode_palette(encode_palette(swatches, palette_format_of(format), "*/ T"), format),
                  named_colors)
            << format;
    for (const char* format : {"a.hex", "a.pal", "a.act"})
        for (const PaletteColor& one :
             decode_palette(encode_palette(swatches, palette_format_of(format), "T"), format))
            EXPECT_EQ(one.name, "") << format;
}

TEST(DecodePalette, NamesAreOneLineOfValidText) {
    const auto name = [](const std::string& written) {
        return decode_named("a.gpl", "GIMP Palette\n#\n255 0 0\t" + written + "\n").front().name;
    };
    EXPECT_EQ(name("  Madder  "), "Madder");
    EXPECT_EQ(name("tab\tin it"), "tab in it");
    EXPECT_EQ(name("\xFF latin"), "\uFFFD latin");
    EXPECT_EQ(name("Untitled"), "") << "as GIMP calls a colour without a name";
    EXPECT_EQ(name("#FF0000"), "") << "as huedrift writes such a colour";
    EXPECT_EQ(name("ff0000"), "ff0000");
    EXPECT_EQ(name(std::string(100, 'x')), std::string(80, 'x'));
    EXPECT_EQ(name(std::string(79, 'x') + "\u7d05"), std::string(79, 'x')) << "no part of a character";
}

TEST(DecodePalette, NamesOfOtherPrograms) {
    using Named = std::vector<PaletteColor>;
    EXPECT_EQ(decode_named("x", "GIMP Palette\nChannels: RGBA\n#\n255 0 0 255 sky 7\n0 128 0 0\tgrass"),
              (Named{{red, "sky 7"}, {green, "grass", true}}));
    EXPECT_EQ(decode_named("a.css", ":root {\n --sky: #ff0000; /* above */\n --a-b: #008000, #0102ff }\n"
                                    "$Grass: #008000;\n.red { color: #f00; /* no name */ }"),
              (Named{{red, "sky"}, {green, ""}, {blue, ""}, {green, "Grass"}, {red, ""}}));
    EXPECT_EQ(decode_named("a.json", R"([{"hex": "#ff0000", "name": "sky"}, "#008000"])"),
              (Named{{red, "sky"}, {green, ""}}));
}

// As written by GIMP, Aseprite and Inkscape.
TEST(DecodePalette, Gpl) {
    EXPECT_THAT(decode("x", "GIMP Palette\r\nName: Bears\r\nColumns: 16\r\n# 1 2 3\r\n"
                            "255   0   0\tgrizzly\r\n  0 128 0\r\n\r\n1 2 255 Untitled 7\r\n"),
                ElementsAre(red, green, blue));
    EXPECT_THAT(decode("x", "GIMP Palette\nChannels: RGBA\n#\n255 0 0 255 Untitled\n0 128 0 0"),
                ElementsAre(red, green));
    EXPECT_THAT(decode("x", "\xEF\xBB\xBFGIMP Palette\n255 0 0\n"), ElementsAre(red));
    expect_error([] { decode("a.gpl", "GIMP Palette\n255 0 256\n"); }, ErrorKind::input, {"a.gpl", "line 2"});
    expect_error([] { decode("a.gpl", "GIMP Palette\nName: x\nred 255 0 0\n"); }, ErrorKind::input,
                 {"line 3"});
    expect_error([] { decode("a.gpl", "GIMP Palette\n255 0\n"); }, ErrorKind::input, {"line 2"});
}

TEST(DecodePalette, Hex) {
    EXPECT_THAT(decode("a.HEX", "ff0000\r\n008000\r\n0102ff"), ElementsAre(red, green, blue));
    EXPECT_THAT(decode("paint.net.txt", ";paint.net Palette File\nFFFF0000\nFF008000 ; green\n"),
                ElementsAre(red, green));
    EXPECT_THAT(decode("a.hex", "#FF0000 // red\n\n"), ElementsAre(red));
    // As GIMP 2.10 exports text, and LazPaint 7.2 saves for paint.net.
    EXPECT_THAT(decode("a.txt", "#ff0000\n#008000\n#0102ff"), ElementsAre(red, green, blue));
    EXPECT_THAT(decode("a.txt", "\xEF\xBB\xBF; paint.net Palette File\nFFFF0000\nFF008000\nFF0102FF\n"),
                ElementsAre(red, green, blue));
    // Of eight digits the last two are alpha; only paint.net's text begins with it.
    EXPECT_THAT(decode("a.hex", "ff000080\n#008000ff\n#0102FF00"), ElementsAre(red, green, blue));
    EXPECT_THAT(decode("a.txt", "80ff0000\n#008000ff"), ElementsAre(red, green));
    const auto is_transparent = [](const std::string& name, const std::string& text) {
        return decode_named(name, text).at(0).transparent;
    };
    EXPECT_TRUE(is_transparent("a.hex", "#ff000000"));
    EXPECT_TRUE(is_transparent("a.gpl", "GIMP Palette\nChannels: RGBA\n1 2 3 0 name"));
    EXPECT_FALSE(is_transparent("a.gpl", "GIMP Palette\nChannels: RGBA\n1 2 3 10 name"));
    EXPECT_FALSE(is_transparent("a.gpl", "GIMP Palette\n1 2 3 0"));
    EXPECT_TRUE(is_transparent("a.hex", "ff000000"));
    EXPECT_FALSE(is_transparent("a.hex", "00ff0080"));
    EXPECT_TRUE(is_transparent("a.txt", ";paint.net Palette File\n00ff00ff"));
    EXPECT_TRUE(is_transparent("a.pal", "JASC-PAL\n0100\n1\n1 2 3 0\n"));
    EXPECT_FALSE(is_transparent("a.pal", "JASC-PAL\n0100\n1\n1 2 3 255\n"));
    EXPECT_TRUE(is_transparent("a.json", "[{\"hex\": \"#010203\", \"transparent\": true}]"));
    EXPECT_FALSE(is_transparent("a.json", "[{\"hex\": \"#010203\", \"transparent\": \"no\"}]"));
    EXPECT_FALSE(is_transparent("a.json", "[\"#010203\"]"));
    EXPECT_TRUE(is_transparent("a.gpl", "GIMP Palette\n1 2 3 transparent"));
    EXPECT_FALSE(is_transparent("a.gpl", "GIMP Palette\n1 2 3 transparent grey"));
    std::string table(768, '\1');
    EXPECT_FALSE(is_transparent("a.act", table));
    EXPECT_TRUE(is_transparent("a.act", table + std::string("\0\2\0\0", 4)));
    EXPECT_FALSE(is_transparent("a.act", table + std::string("\0\2\0\2", 4))) << "beyond the used ones";
    EXPECT_THAT(decode("a.hex", "#f00"), ElementsAre(red));
    expect_error([] { decode("a.hex", "ff00008g\n"); }, ErrorKind::input, {"line 1"});
    expect_error([] { decode("a.hex", "ff0000\nred\n"); }, ErrorKind::input, {"a.hex", "line 2: \"red\""});
    expect_error([] { decode("a.hex", "#000,#fff ; two\n"); }, ErrorKind::input,
                 {"line 1: \"#000,#fff\" cannot be read as a colour"});
    expect_error([] { decode("a.hex", "-f0000\n"); }, ErrorKind::input, {"line 1"});
}

TEST(DecodePalette, Jasc) {
    EXPECT_THAT(decode("a.pal", "JASC-PAL\r\n0100\r\n3\r\n255 0 0\r\n0 128 0 255\r\n1 2 255\r\n"),
                ElementsAre(red, green, blue));
    EXPECT_THAT(decode("no extension", "JASC-PAL\n0100\n1\n255 0 0"), ElementsAre(red));
    expect_error([] { decode("a.pal", "JASC-PAL\n0100\n1\n255 0 x"); }, ErrorKind::input,
                 {"line 4: \"255 0 x\""});
}

TEST(DecodePalette, Riff) {
    const std::string head("RIFF\x24\0\0\0PAL ", 12);
    const std::string data("data\x0C\0\0\0\0\x03\2\0\xFF\0\0\0\0\x80\0\0", 20);
    EXPECT_THAT(decode("a.pal", head + data), ElementsAre(red, green));
    EXPECT_THAT(decode("a.pal", head + std::string("offl\3\0\0\0abc\0", 12) + data), ElementsAre(red, green));
    expect_error([&] { decode("a.pal", head + data.substr(0, 18)); }, ErrorKind::input, {"too short"});
    expect_error([&] { decode("a.pal", head); }, ErrorKind::input, {"a.pal"});
    expect_error([&] { decode("a.pal", std::string("RIFF\x24\0\0\0WAVE", 12)); }, ErrorKind::input,
                 {"not a palette"});
}

TEST(DecodePalette, Act) {
    std::string table(768, '\0');
    table[0] = '\xFF';
    std::vector<Rgb> slots(256);
    slots[0] = red;
    EXPECT_EQ(decode("a.act", table), slots) << "without a count all are entries";
    EXPECT_THAT(decode("a.act", table + std::string("\0\1\xFF\xFF", 4)), ElementsAre(red));
    expect_error([&] { decode("a.act", table + "x"); }, ErrorKind::input, {"772"});
    // The first bytes of other formats may be colours.
    for (const std::string& first : std::vector<std::string>{
             "\xEF\xBB\xBF", "{\"a", "[[[", "RIFF", "GIMP Palette", std::string("\0\3\0\0\xE0\xA5", 6)}) {
        const std::string other = first + table.substr(first.size());
        for (const std::string& count : {std::string(), std::string("\1\0\xFF\xFF", 4)}) {
            const auto colors = decode("a.ACT", other + count);
            ASSERT_EQ(colors.size(), 256u);
            EXPECT_EQ(colors[0],
                      (Rgb{static_cast<std::uint8_t>(other[0]), static_cast<std::uint8_t>(other[1]),
                           static_cast<std::uint8_t>(other[2])}));
        }
    }
}

TEST(DecodePalette, AcoOfEveryKindOfColour) {
    // Numbers of 16 bits: the version, how many, and for each its kind and four values.
    const auto file = [](std::initializer_list<int> numbers) {
        std::string bytes;
        for (const int number : numbers) bytes += {static_cast<char>(number >> 8), static_cast<char>(number)};
        return bytes;
    };
    EXPECT_THAT(decode("a.aco", file({1, 2, 0, 65535, 0, 0, 0, 0, 0, 0x8080, 0, 0})),
                ElementsAre(red, green));
    // Version 2 has names behind its colours, and usually follows version 1.
    EXPECT_THAT(decode("a.aco", file({1, 1, 0, 65535, 0, 0, 0, 2, 1, 0, 65535, 0, 0, 0, 0, 2, 'a', 0})),
                ElementsAre(red));
    EXPECT_THAT(
        decode("a.aco", file({1, 3, 1, 0, 65535, 65535, 0, 1, 21845, 65535, 32896, 0, 1, 0, 0, 65535, 0})),
        ElementsAre(red, green, Rgb{255, 255, 255}));                                       // HSB
    EXPECT_THAT(decode("a.aco", file({1, 1, 2, 65535, 0, 0, 65535, 0})), ElementsAre(red)); // CMYK
    EXPECT_THAT(decode("a.aco", file({1, 1, 9, 0, 10000, 10000, 0, 0})), ElementsAre(red));
    EXPECT_THAT(decode("a.aco", file({1, 2, 8, 0, 0, 0, 0, 8, 10000, 0, 0, 0})),
                ElementsAre(Rgb{255, 255, 255}, Rgb{}));
    // CIE Lab of D50: white, and sRGB's red by Lindbloom's calculator.
    EXPECT_THAT(decode("a.aco", file({1, 2, 7, 10000, 0, 0, 0, 7, 5429, 8081, 6989, 0})),
                ElementsAre(Rgb{255, 255, 255}, red));
    expect_error([&] { decode("a.aco", file({1, 1, 5, 0, 0, 0, 0})); }, ErrorKind::input, {"colour space 5"});
    expect_error([&] { decode("a.aco", file({1, 2, 0, 0, 0, 0, 0})); }, ErrorKind::input, {"too short"});
    expect_error([&] { decode("a.aco", file({7, 1})); }, ErrorKind::input, {"version 7"});
}

TEST(DecodePalette, AseOfEveryKindOfColour) {
    const auto real = [](float value) {
        const auto bits = std::bit_cast<std::uint32_t>(value);
        return std::string{char(bits >> 24), char(bits >> 16), char(bits >> 8), char(bits)};
    };
    const auto block = [](char type, const std::string& content) {
        return std::string{0, type, 0, 0, 0, char(content.size())} + content;
    };
    const auto entry = [&](const std::string& model, std::initializer_list<float> values) {
        std::string content = std::string("\0\1\0\0", 4) + model;
        for (const float value : values) content += real(value);
        return block(1, content + std::string("\0\0", 2));
    };
    const auto file = [&](const std::vector<std::string>& blocks) {
        std::string bytes = std::string("ASEF\0\1\0\0\0\0\0", 11) + char(blocks.size());
        for (const std::string& one : blocks) bytes += one;
        return bytes;
    };
    EXPECT_THAT(decode("x", file({entry("RGB ", {1, 0, 0}), entry("CMYK", {1, 0, 1, 127.0f / 255}),
                                  entry("Gray", {1}), entry("LAB ", {0, 0, 0})})),
                ElementsAre(red, green, Rgb{255, 255, 255}, Rgb{}));
    // LazPaint 7.2 begins and ends its group with types whose bytes are the wrong way round.
    const std::string name("\0\2\0P\0\0", 6), start = block(0, name), end = block(0, "");
    EXPECT_THAT(decode("x", file({"\1\xC0" + start.substr(2), entry("RGB ", {1, 0, 0}),
                                  entry("RGB ", {1.0f / 255, 2.0f / 255, 1}), "\2\xC0" + end.substr(2)})),
                ElementsAre(red, blue));
    EXPECT_THAT(decode("x", file({entry("RGB ", {NAN, -1, INFINITY})})), ElementsAre(Rgb{}));
    expect_error(
        [&] {
            decode("x", file({entry("HSB ", {1, 0, 0})}));
        },
        ErrorKind::input, {"unknown colour space"});
    expect_error([&] { decode("x", file({entry("RGB ", {1, 0})})); }, ErrorKind::input, {"too short"});
}

TEST(DecodePalette, Css) {
    EXPECT_THAT(decode("a.css",
                       ":root { --a: #f00; --b: rgb(0, 128, 0) }\n"
                       "#abc, a:hover { background: linear-gradient(#0102FF80, rgba(9 8 7 / 50%)) }"),
                ElementsAre(red, green, blue, Rgb{9, 8, 7}));
    // As GIMP 2.10 exports: a class for each colour, named by it.
    EXPECT_THAT(decode("a.css",
                       "/* Generated with GIMP Palette Export */\n.ff0000 { color: rgb(255, 0, 0) }\n"
                       ".008000 { color: rgb(0, 128, 0) }\n.0102ff { color: rgb(1, 2, 255) }"),
                ElementsAre(red, green, blue));
    EXPECT_THAT(decode("a.css", "$x: #ff0000; /* --y: #00ff00; */ $z: #0102ff /* open"),
                ElementsAre(red, blue));
    // Names where a property takes colours; strings, addresses, fonts and variables have none.
    EXPECT_THAT(decode("a.css",
                       "a { color: Red; font: 9px tan; content: \"#0102ff;\"; background: url(#fff) green;\n"
                       "fill: color-mix(in srgb, var(--x), red); --y: hsl(0 100% 50%) }"),
                ElementsAre(red, green, red));
    EXPECT_THAT(decode("a.css", "a { border: 1px solid oklch(51.975% 0.17686 142.495); margin: 0 auto }"),
                ElementsAre(green));
    EXPECT_THAT(decode("a.css",
                       "A { COLOR: RGB(255 0 0); BACKGROUND: Green URL(#fff); --x: HSL(0 100% 50%);\n"
                       "fill: Rgba(VAR(--r), 1, 2); --y: Color-Mix(in srgb, Var(--x), red) }"),
                ElementsAre(red, green, red));
    for (const char* value :
         {"#12345", "rgb(1,2)", "RGB(1,2)", "hsl(1 2)", "color(display-p3 1 0 0)", "rgb(1 2 3"})
        expect_error(
            [&] { decode("a.css", "/*\n*/ a {\n color: #ff0000;\n b: " + std::string(value) + " }"); },
            ErrorKind::input, {"a.css", "line 4", value});
    expect_error([] { decode("a.css", "#abc { colour: rouge }"); }, ErrorKind::input, {"has no colours"});
}

std::string little(std::size_t bytes, std::uint32_t value) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
}

/// A chunk of an Aseprite file.
std::string sprite_chunk(std::uint32_t type, const std::string& content) {
    return little(4, static_cast<std::uint32_t>(content.size() + 6)) + little(2, type) + content;
}

/// A file of Aseprite's with one frame.
std::string sprite(const std::vector<std::string>& chunks) {
    std::string frame = little(2, 0xF1FA) + little(2, static_cast<std::uint32_t>(chunks.size())) +
                        little(4, 100) + little(4, static_cast<std::uint32_t>(chunks.size()));
    for (const std::string& one : chunks) frame += one;
    frame = little(4, static_cast<std::uint32_t>(frame.size() + 4)) + frame;
    std::string head = little(2, 0xA5E0) + little(2, 1);
    head.resize(124);
    return little(4, static_cast<std::uint32_t>(128 + frame.size())) + head + frame;
}

// As Aseprite writes sprites, by the specification of its files.
TEST(DecodePalette, Aseprite) {
    const auto& chunk = sprite_chunk;
    const auto& file = sprite;
    const std::string older = chunk(4, little(2, 1) + std::string("\1\1\xFF\0\0", 5));
    const std::string slots =
        chunk(0x2019, little(4, 3) + little(4, 0) + little(4, 2) + std::string(8, '\0') +
                          std::string("\0\0\xFF\0\0\xFF\1\0\0\x80\0\xFF\2\0ab\0\0\1\2\xFF\0", 22));
    const std::string changed = chunk(0x2019, little(4, 3) + little(4, 1) + little(4, 1) +
                                                  std::string(8, '\0') + std::string("\0\0\xFF\0\0\xFF", 6));
    EXPECT_THAT(decode("a.ase", file({chunk(0x2007, "profile"), older, slots})),
                ElementsAre(red, green, blue));
    EXPECT_THAT(decode("a.aseprite", file({slots, changed})), ElementsAre(red, red, blue));
    EXPECT_THAT(decode("no extension", file({older})), ElementsAre(Rgb{}, red));
    EXPECT_THAT(decode("a.ase", file({chunk(0x11, little(2, 1) + std::string("\0\1\x3F\0\x20", 5))})),
                ElementsAre(Rgb{255, 0, 130}));
    const std::string whole = file({slots});
    for (std::size_t i = 6; i < whole.size(); ++i) { // with a size that is that of the shorter file
        const std::string part = little(4, static_cast<std::uint32_t>(i)) + whole.substr(4, i - 4);
        expect_error([&] { decode("a.aseprite", part); }, ErrorKind::input, {"a.aseprite"});
    }
    expect_error([&] { decode("a.ase", file({})); }, ErrorKind::input, {"has no colours"});
}

TEST(DecodePalette, Json) {
    EXPECT_THAT(decode("a.json", R"(["#ff0000", "008000"])"), ElementsAre(red, green));
    // As Lospec's interface answers.
    EXPECT_THAT(decode("a.json", R"({"name":"a","author":"","colors":["ff0000","0102ff"]})"),
                ElementsAre(red, blue));
    EXPECT_THAT(decode("a.json", R"([{"rgb": [255, 0, 0]}, {"hex": "#008000", "rgb": [0, 0, 0]}])"),
                ElementsAre(red, green));
    for (const char* text : {"{", "{}", R"({"colors": 1})", R"(["red"])", R"([7])", R"([{"rgb": [1, 2]}])",
                             R"([{"rgb": [1, 2, 256]}])", R"([{"name": "x"}])", R"([{"hex": {"hex": 1}}])"})
        expect_error([&] { decode("a.json", text); }, ErrorKind::input, {"a.json"});
}

TEST(DecodePalette, RefusesEmptyAndOversizedPalettes) {
    expect_error([] { decode("a.hex", ""); }, ErrorKind::input, {"a.hex", "has no colours"});
    expect_error([] { decode("a.xyz", "ff0000"); }, ErrorKind::input, {"a.xyz", "gpl"});
}

// Each file is damaged behind its 10,001st colour, where nobody reads.
TEST(DecodePalette, StopsAtTheColourThatIsTooMany) {
    const auto repeated = [](const std::string& text) {
        std::string all;
        for (std::size_t i = 0; i <= max_palette_colors; ++i) all += text;
        return all;
    };
    const std::string most = little(4, max_palette_colors + 1);
    const std::pair<const char*, std::string> files[]{
        {"a.gpl", "GIMP Palette\n" + repeated("1 2 3\n") + "1 2 x"},
        {"a.hex", repeated("ff0000\n") + "red"},
        {"a.txt", repeated("ff0000\n") + "red"},
        {"a.pal", "JASC-PAL\n0100\n1\n" + repeated("1 2 3\n") + "1 2 x"},
        {"b.pal", "RIFF    PAL data    " + little(2, 0) + little(2, 0xFFFF) + repeated("rgb ")},
        {"a.css", "a { color: " + repeated("#000 ") + "#00000 }"},
        {"a.json", "[" + repeated("\"ff0000\",") + "\"red\"]"},
        {"a.aco", std::string("\0\1\xFF\xFF", 4) + repeated(std::string(10, '\0')) + "x"},
        {"a.ase", std::string("ASEF\0\1\0\0\0\0\xFF\xFF", 12) +
                      repeated(std::string("\0\1\0\0\0\x12\0\0RGB ", 12) + std::string(12, '\0')) + "x"},
        {"a.aseprite", sprite({sprite_chunk(0x2019, most + little(4, 0) + little(4, max_palette_colors) +
                                                        std::string(8, '\0'))})},
        {"b.aseprite", sprite({sprite_chunk(4, little(2, 0xFFFF) + repeated(std::string("\xFF\1rgb", 5)))})},
    };
    for (const auto& file : files)
        expect_error([&] { decode(file.first, file.second); }, ErrorKind::input,
                     {std::string(file.first) + ": the palette has more than 10000 colours"});
}

TEST(DecodePalette, ANameOfCssEndsWithItsComment) {
    const auto colors = decode_named("a.css", "--color-1: #f00; /* a*/ --color-2: #f00; /*  */");
    EXPECT_THAT(colors, ElementsAre(PaletteColor{red, "a"}, PaletteColor{red, ""}));
}

TEST(DecodePalette, JsonHoldsAsManyValuesAsAPaletteNeeds) {
    std::string numbers = "[1";
    for (int i = 0; i < 400'000; ++i) numbers += ",1";
    const std::string beside = R"({"layers": )" + numbers + R"(], "colors": ["ff0000"]})";
    EXPECT_THAT(decode("a.json", beside), ElementsAre(red));
    for (const std::string& inside : {R"({"colors": )" + numbers + "]}", numbers + "]"})
        expect_error([&] { decode("a.json", inside); }, ErrorKind::input, {"holds more than a palette"});
}

}
}
