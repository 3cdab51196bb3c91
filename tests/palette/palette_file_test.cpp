#include "palette/palette_file.h"

#include "expect_error.h"

#include <array>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace huedrift {
namespace {

const std::vector<Swatch> swatches{{{0xCC, 0x4E, 0xFF}, 123, 45, "violet"},
                                   {{0, 7, 255}, 5'000'000'000, 6, ""},
                                   {{255, 255, 255}, 1, 1, "snow /* white */"}};

std::string encode(PaletteFormat format, const std::string& title = "Title",
                   std::span<const Swatch> colors = swatches) {
    const std::vector<std::byte> bytes = encode_palette(colors, format, title);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<Swatch> many(std::size_t count) {
    std::vector<Swatch> result(count);
    for (std::size_t i = 0; i < count; ++i)
        result[i].color = Rgb::from_code(static_cast<std::uint32_t>(i * 7919 % rgb_codes));
    return result;
}

TEST(PaletteFile, FormatsAreNamedByTheirExtensions) {
    EXPECT_EQ(palette_format_of("a.HEX"), PaletteFormat::hex);
    const std::vector<const char*> extensions = palette_extensions();
    for (std::size_t i = 0; i < extensions.size(); ++i)
        EXPECT_EQ(palette_format_of(std::string("a.") + extensions[i]), static_cast<PaletteFormat>(i));
    expect_error([] { palette_format_of("a.aco"); }, ErrorKind::usage, {"a.aco", palette_extension_list()});
}

TEST(PaletteFile, ActNamesTheTransparentIndex) {
    std::vector<Swatch> with_transparent = swatches;
    with_transparent.insert(with_transparent.begin() + 2,
                            Swatch{.color = {}, .name = "transparent", .transparent = true});
    EXPECT_EQ(encode(PaletteFormat::act, "", with_transparent).substr(768), std::string("\0\4\0\2", 4));
    EXPECT_EQ(encode(PaletteFormat::act).substr(768), std::string("\0\3\xFF\xFF", 4));
}

TEST(PaletteFile, EveryFormatTellsATransparentEntryFromABlack) {
    const Swatch black{{0, 0, 0}, 1, 1, "soot"},
        clear{.color = {}, .name = transparent_name, .transparent = true};
    for (const std::string extension : palette_extensions()) {
        SCOPED_TRACE(extension);
        const PaletteFormat format = palette_format_of("a." + extension);
        for (std::size_t place = 0; place < 3; ++place) {
            std::vector<Swatch> entries{black, swatches[0]};
            entries.insert(entries.begin() + std::ptrdiff_t(place), clear);
            const auto read = decode_palette(encode_palette(entries, format, "Title"), "a." + extension);
            ASSERT_EQ(read.size(), 3u);
            for (std::size_t i = 0; i < 3; ++i) {
                EXPECT_EQ(read[i].color, entries[i].color);
                EXPECT_EQ(read[i].transparent, i == place);
            }
        }
        for (const PaletteColor& one :
             decode_palette(encode_palette({{black}}, format, ""), "a." + extension))
            EXPECT_FALSE(one.transparent);
    }
}

TEST(PaletteFile, TransparentEntriesAreReadableAsColors) {
    const std::vector<Swatch> entries{{.color = {}, .name = transparent_name, .transparent = true},
                                      swatches[1]};
    EXPECT_EQ(encode(PaletteFormat::hex, "", entries), "00000000\n0007ff\n");
    EXPECT_EQ(encode(PaletteFormat::pal, "", entries), "JASC-PAL\r\n0100\r\n2\r\n0 0 0 0\r\n0 7 255\r\n");
    const auto file = nlohmann::json::parse(encode(PaletteFormat::json, "", entries));
    EXPECT_EQ(file["colors"][0]["transparent"], true);
    EXPECT_FALSE(file["colors"][1].contains("transparent"));
}

TEST(PaletteFile, Gpl) {
    EXPECT_EQ(encode(PaletteFormat::gpl), "GIMP Palette\nName: Title\nColumns: 0\n#\n"
                                          "204  78 255\tviolet\n"
                                          "  0   7 255\t#0007ff\n"
                                          "255 255 255\tsnow /* white */\n");
}

TEST(PaletteFile, Hex) { EXPECT_EQ(encode(PaletteFormat::hex), "cc4eff\n0007ff\nffffff\n"); }

TEST(PaletteFile, Jasc) {
    EXPECT_EQ(encode(PaletteFormat::pal),
              "JASC-PAL\r\n0100\r\n3\r\n204 78 255\r\n0 7 255\r\n255 255 255\r\n");
}

TEST(PaletteFile, Css) {
    EXPECT_EQ(encode(PaletteFormat::css, "A */ title\n"), "/* A *\\/ title  */\n"
                                                          ":root {\n"
                                                          "    --color-1: #cc4eff; /* violet */\n"
                                                          "    --color-2: #0007ff;\n"
                                                          "    --color-3: #ffffff; /* snow /* white *\\/ */\n"
                                                          "}\n");
}

TEST(PaletteFile, JsonHoldsEverything) {
    const nlohmann::json file = nlohmann::json::parse(encode(PaletteFormat::json));
    const nlohmann::json expected = {{"format", "huedrift palette"},
                                     {"version", 1},
                                     {"title", "Title"},
                                     {"colors",
                                      {{{"hex", "#cc4eff"},
                                        {"rgb", {204, 78, 255}},
                                        {"name", "violet"},
                                        {"pixels", 123},
                                        {"source_colors", 45}},
                                       {{"hex", "#0007ff"},
                                        {"rgb", {0, 7, 255}},
                                        {"name", ""},
                                        {"pixels", 5'000'000'000},
                                        {"source_colors", 6}},
                                       {{"hex", "#ffffff"},
                                        {"rgb", {255, 255, 255}},
                                        {"name", "snow /* white */"},
                                        {"pixels", 1},
                                        {"source_colors", 1}}}}};
    EXPECT_EQ(file, expected);
}

TEST(PaletteFile, JsonAcceptsTitlesThatAreNotUtf8) {
    const auto file = nlohmann::json::parse(encode(PaletteFormat::json, "a\xFF"
                                                                        "b\"\n"));
    EXPECT_EQ(file["title"], "a\uFFFDb\"\n");
}

TEST(PaletteFile, ActIsATableOf256AndItsCount) {
    std::string expected("\xCC\x4E\xFF\x00\x07\xFF\xFF\xFF\xFF", 9);
    expected.resize(768, '\0');
    expected += std::string("\x00\x03\xFF\xFF", 4);
    EXPECT_EQ(encode(PaletteFormat::act), expected);
}

TEST(PaletteFile, ActHoldsAtMost256) {
    const std::string full = encode(PaletteFormat::act, "", many(256));
    EXPECT_EQ(full.size(), 772u);
    EXPECT_EQ(full.substr(768), std::string("\x01\x00\xFF\xFF", 4));
    expect_error([] { encode(PaletteFormat::act, "", many(257)); }, ErrorKind::output, {"256", "257"});
}

TEST(PaletteFile, Ase) {
    using namespace std::string_literals;
    const std::vector<Swatch> one{{{0xCC, 0, 0xFF}, 1, 1, "a\u00fc"}};
    EXPECT_EQ(encode(PaletteFormat::ase, "T", one),
              "ASEF\0\1\0\0\0\0\0\3"
              "\xC0\1\0\0\0\6\0\2\0T\0\0"
              "\0\1\0\0\0\x1A\0\3\0a\0\xFC\0\0RGB \x3F\x4C\xCC\xCD\0\0\0\0\x3F\x80\0\0\0\0"
              "\xC0\2\0\0\0\0"s);
}

TEST(PaletteFile, AseNamesAreOneLineOfWholeCharacters) {
    using namespace std::string_literals;
    const auto units_of = [](const std::string& name) { // their number, and each in two bytes
        const Swatch swatch{{1, 2, 3}, 0, 0, name};
        const std::string file = encode(PaletteFormat::ase, "", {&swatch, 1});
        return file.substr(28, file.find("RGB ") - 28);
    };
    EXPECT_EQ(units_of("a\0\nb"s), "\0\5\0a\0 \0 \0b\0\0"s);
    EXPECT_EQ(units_of("\xED\xA0\x80"), "\0\2\xFF\xFD\0\0"s);
    const std::string longest(65533, 'a'), palette = "\U0001F3A8";
    EXPECT_EQ(units_of(longest + palette).substr(0, 2), "\xFF\xFE"); // without half of it
    EXPECT_EQ(units_of(longest + "b" + palette).substr(0, 2), "\xFF\xFF");
}

TEST(PaletteFile, EveryFormatTakesAnEmptyPalette) {
    using namespace std::string_literals;
    EXPECT_EQ(encode(PaletteFormat::gpl, "", {}), "GIMP Palette\nName: \nColumns: 0\n#\n");
    EXPECT_EQ(encode(PaletteFormat::hex, "", {}), "");
    EXPECT_EQ(encode(PaletteFormat::json, "", {}),
              "{\n  \"format\": \"huedrift palette\",\n  \"version\": 1,\n"
              "  \"title\": \"\",\n  \"colors\": []\n}\n");
    EXPECT_EQ(encode(PaletteFormat::pal, "", {}), "JASC-PAL\r\n0100\r\n0\r\n");
    EXPECT_EQ(encode(PaletteFormat::act, "", {}), std::string(770, '\0') + "\xFF\xFF");
    EXPECT_EQ(encode(PaletteFormat::ase, "", {}), "ASEF\0\1\0\0\0\0\0\2"
                                                  "\xC0\1\0\0\0\4\0\1\0\0"
                                                  "\xC0\2\0\0\0\0"s);
    EXPECT_EQ(encode(PaletteFormat::css, "", {}), "/*  */\n:root {\n}\n");
}

}
}
