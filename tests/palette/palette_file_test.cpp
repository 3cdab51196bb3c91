#include "palette/palette_file.h"

#include "expect_error.h"
#include "palette/palette_reader.h"

#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace huedrift {
namespace {

const std::vector<Swatch> swatches{{{0xCC, 0x4E, 0xFF}, 123, 45, "violet"},
                                   {{0, 7, 255}, 5'000'000'000, 6, ""},
                                   {{255, 255, 255}, 1, 1, "snow /* white */"}};

constexpr std::array every_format{PaletteFormat::gpl, PaletteFormat::hex, PaletteFormat::json,
                                  PaletteFormat::pal, PaletteFormat::act, PaletteFormat::ase,
                                  PaletteFormat::css};

std::string encode(PaletteFormat format, const std::string& title = "Title",
                   std::span<const Swatch> colors = swatches) {
    const std::vector<std::byte> bytes = encode_palette(colors, format, title);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<Swatch> many(std::size_t count) {
    std::vector<Swatch> result(count);
    for (std::size_t i = 0; i < count; ++i)
        result[i].color = Rgb::from_code(static_cast<std::uint32_t>(i * 7919));
    return result;
}

std::vector<Rgb> colors_of(std::span<const Swatch> of) {
    std::vector<Rgb> colors;
    for (const Swatch& swatch : of) colors.push_back(swatch.color);
    return colors;
}

TEST(PaletteFile, FormatsAreNamedByTheirExtensions) {
    EXPECT_EQ(palette_format_of("a.gpl"), PaletteFormat::gpl);
    EXPECT_EQ(palette_format_of("a.HEX"), PaletteFormat::hex);
    EXPECT_EQ(palette_format_of("a.json"), PaletteFormat::json);
    EXPECT_EQ(palette_format_of("a.pal"), PaletteFormat::pal);
    EXPECT_EQ(palette_format_of("a.act"), PaletteFormat::act);
    EXPECT_EQ(palette_format_of("a.ase"), PaletteFormat::ase);
    EXPECT_EQ(palette_format_of("a.css"), PaletteFormat::css);
    expect_error([] { palette_format_of("a.aco"); }, ErrorKind::usage, {"a.aco", palette_extensions()});
}

TEST(PaletteFile, ActNamesTheTransparentIndex) {
    std::vector<Swatch> with_transparent = swatches;
    with_transparent.insert(with_transparent.begin() + 2,
                            Swatch{.color = {}, .name = "transparent", .transparent = true});
    EXPECT_EQ(encode(PaletteFormat::act, "", with_transparent).substr(768), std::string("\0\4\0\2", 4));
    EXPECT_EQ(encode(PaletteFormat::act).substr(768), std::string("\0\3\xFF\xFF", 4));
    EXPECT_EQ(encode(PaletteFormat::hex, "", with_transparent), "cc4eff\n0007ff\n000000\nffffff\n");
}

TEST(PaletteFile, Gpl) {
    EXPECT_EQ(encode(PaletteFormat::gpl), "GIMP Palette\nName: Title\nColumns: 0\n#\n"
                                          "204  78 255\tviolet\n"
                                          "  0   7 255\t#0007ff\n"
                                          "255 255 255\tsnow /* white */\n");
}

// Like GIMP's reader: a magic line, a name line, an optional columns line, then comments and colours.
TEST(PaletteFile, GplIsReadBack) {
    const auto colors = many(1000);
    std::istringstream file(encode(PaletteFormat::gpl, "two\nlines", colors));
    std::string line;
    ASSERT_TRUE(std::getline(file, line));
    ASSERT_EQ(line, "GIMP Palette");
    ASSERT_TRUE(std::getline(file, line));
    ASSERT_EQ(line, "Name: two lines");
    ASSERT_TRUE(std::getline(file, line));
    ASSERT_EQ(line, "Columns: 0");
    std::vector<Rgb> read;
    while (std::getline(file, line)) {
        if (line.starts_with('#')) continue;
        std::istringstream fields(line);
        int r = -1, g = -1, b = -1;
        std::string name;
        ASSERT_TRUE(fields >> r >> g >> b >> name) << line;
        read.push_back(
            {static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b)});
    }
    EXPECT_EQ(read, colors_of(colors));
}

TEST(PaletteFile, Hex) { EXPECT_EQ(encode(PaletteFormat::hex), "cc4eff\n0007ff\nffffff\n"); }

TEST(PaletteFile, Jasc) {
    EXPECT_EQ(encode(PaletteFormat::pal),
              "JASC-PAL\r\n0100\r\n3\r\n204 78 255\r\n0 7 255\r\n255 255 255\r\n");
}

TEST(PaletteFile, JascIsReadBack) {
    const auto colors = many(300);
    std::istringstream file(encode(PaletteFormat::pal, "", colors));
    std::string magic, version;
    std::size_t count = 0;
    ASSERT_TRUE(file >> magic >> version >> count);
    ASSERT_EQ(magic, "JASC-PAL");
    ASSERT_EQ(version, "0100");
    ASSERT_EQ(count, colors.size());
    for (const Swatch& swatch : colors) {
        int r = -1, g = -1, b = -1;
        ASSERT_TRUE(file >> r >> g >> b);
        EXPECT_EQ(
            (Rgb{static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b)}),
            swatch.color);
    }
    EXPECT_FALSE(file >> magic);
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

/// Reads an ASE file block by block, as its layout says; every length must be right to the byte.
class AseReader {
public:
    explicit AseReader(std::string file) : file_(std::move(file)) {}

    std::uint32_t number(int bytes) {
        std::uint32_t value = 0;
        for (int i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(file_.at(at_++));
        return value;
    }
    float real() { return std::bit_cast<float>(number(4)); }
    std::string text(std::size_t bytes) { return at_ += bytes, file_.substr(at_ - bytes, bytes); }
    std::u16string name() {
        std::u16string name;
        for (std::uint32_t left = number(2); left > 0; --left) name += static_cast<char16_t>(number(2));
        EXPECT_TRUE(name.ends_with(u'\0'));
        name.pop_back();
        return name;
    }
    std::size_t at() const { return at_; }
    bool at_end() const { return at_ == file_.size(); }

private:
    std::string file_;
    std::size_t at_ = 0;
};

TEST(PaletteFile, AseBlockByBlock) {
    AseReader file(encode(PaletteFormat::ase, "T\u00EFtle \U0001F3A8\xFF"));
    EXPECT_EQ(file.text(4), "ASEF");
    EXPECT_EQ(file.number(2), 1u);
    EXPECT_EQ(file.number(2), 0u);
    EXPECT_EQ(file.number(4), 5u);

    EXPECT_EQ(file.number(2), 0xC001u);
    std::size_t length = file.number(4), start = file.at();
    EXPECT_EQ(file.name(), u"T\u00EFtle \U0001F3A8\uFFFD");
    EXPECT_EQ(file.at() - start, length);

    const std::array names{u"violet", u"#0007ff", u"snow /* white */"};
    for (std::size_t i = 0; i < swatches.size(); ++i) {
        EXPECT_EQ(file.number(2), 0x0001u);
        length = file.number(4), start = file.at();
        EXPECT_EQ(file.name(), names[i]);
        EXPECT_EQ(file.text(4), "RGB ");
        EXPECT_EQ(file.real(), static_cast<float>(swatches[i].color.r) / 255);
        EXPECT_EQ(file.real(), static_cast<float>(swatches[i].color.g) / 255);
        EXPECT_EQ(file.real(), static_cast<float>(swatches[i].color.b) / 255);
        EXPECT_EQ(file.number(2), 0u);
        EXPECT_EQ(file.at() - start, length);
    }
    EXPECT_EQ(file.number(2), 0xC002u);
    EXPECT_EQ(file.number(4), 0u);
    EXPECT_TRUE(file.at_end());
}

TEST(PaletteFile, AseNamesAreOneLineOfWholeCharacters) {
    std::string longest(65533, 'a');
    for (const std::string& name : {std::string("a\0\nb", 4), std::string("\xED\xA0\x80"),
                                    longest + "\U0001F3A8", longest + "b\U0001F3A8"}) {
        const Swatch swatch{{1, 2, 3}, 0, 0, name};
        const std::string file = encode(PaletteFormat::ase, name, {&swatch, 1});
        EXPECT_EQ(read_palette(file, PaletteFormat::ase), std::vector{swatch.color});
    }
    AseReader file(encode(PaletteFormat::ase, "two\nlines"));
    file.text(18);
    EXPECT_EQ(file.name(), u"two lines");
}

TEST(PaletteFile, AseColoursComeBackAsTheSameBytes) {
    for (int v = 0; v < 256; ++v) {
        const Swatch swatch{{static_cast<std::uint8_t>(v), 0, 0}, 0, 0, "n"};
        AseReader file(encode(PaletteFormat::ase, "", {&swatch, 1}));
        file.text(12 + 6 + 4 + 6 + 6 + 4); // header, group "", the entry's head, its name and model
        EXPECT_EQ(std::lround(file.real() * 255), v);
    }
}

TEST(PaletteFile, EveryFormatIsReadBack) {
    const auto colors = many(256);
    for (const PaletteFormat format : every_format)
        EXPECT_EQ(read_palette(encode(format, "a */ title\n", colors), format), colors_of(colors));
}

TEST(PaletteFile, EveryFormatTakesAnEmptyPalette) {
    for (const PaletteFormat format : {PaletteFormat::gpl, PaletteFormat::json, PaletteFormat::pal,
                                       PaletteFormat::act, PaletteFormat::ase, PaletteFormat::css})
        EXPECT_FALSE(encode(format, "", {}).empty());
    EXPECT_TRUE(encode(PaletteFormat::hex, "", {}).empty());
    EXPECT_EQ(encode(PaletteFormat::pal, "", {}), "JASC-PAL\r\n0100\r\n0\r\n");
}

}
}
