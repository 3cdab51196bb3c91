#include "cli/cli_run.h"
#include "image/png_files.h"
#include "palette/palette_reader.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace huedrift {
namespace {

using testing::HasSubstr;

/// Measured inks, of which the first comes again, and what a device calls them; two are the same to it.
const std::string inks = "1b1b22,d6d6cf,2f4f90,a33d3a,c9b43a,1b1b22",
                  codes = "000000,ffffff,0000ff,ff0000,ff0000,010101";
const std::vector<Rgb> code_list{{0, 0, 0},   {255, 255, 255}, {0, 0, 255},
                                 {255, 0, 0}, {255, 0, 0},     {1, 1, 1}};

class OutputPalette : public CliTest {
protected:
    OutputPalette() { write_picture("in.png", ramp_picture(61, 47)); }

    /// Reduces in.png to the inks, as they are and as codes, with these arguments.
    void reduce_twice(const std::string& inks_out, const std::string& codes_out,
                      const std::string& options) const {
        const std::string line = "reduce in.png --to " + inks + " --directly --force " + options + " -o ";
        success(line + inks_out);
        success(line + codes_out + " --output-palette " + codes);
    }
    std::string chunks(const std::string& name, const std::string& type) const {
        const std::string text = read_text(folder / name);
        std::string data;
        for (const PngChunk& chunk : png_chunks(std::as_bytes(std::span(text))))
            if (chunk.type == type) data += chunk.data;
        return data;
    }
};

/// The first place of each ink decides.
Rgba8 code_of(Rgba8 ink) {
    const std::map<Rgb, Rgb> code_of{{{0x1b, 0x1b, 0x22}, {0, 0, 0}},
                                     {{0xd6, 0xd6, 0xcf}, {255, 255, 255}},
                                     {{0x2f, 0x4f, 0x90}, {0, 0, 255}},
                                     {{0xa3, 0x3d, 0x3a}, {255, 0, 0}},
                                     {{0xc9, 0xb4, 0x3a}, {255, 0, 0}}};
    if (ink.a == 0) return ink;
    const Rgb code = code_of.at({ink.r, ink.g, ink.b});
    return {code.r, code.g, code.b, ink.a};
}

TEST_F(OutputPalette, EveryFormatHasItsColours) {
    for (const std::string format : {"png", "bmp", "webp", "pam", "gif", "apng"})
        for (const std::string dither : {"off", "diffusion", "blue-noise"}) {
            reduce_twice("inks." + format, "codes." + format, "--alpha threshold:100 --dither " + dither);
            const Image before = read_picture("inks." + format), after = read_picture("codes." + format);
            ASSERT_EQ(before.width(), after.width());
            for (std::size_t i = 0; i < before.pixels().size(); ++i)
                ASSERT_EQ(after.pixels()[i], code_of(before.pixels()[i])) << format << " " << i;
        }
}

TEST_F(OutputPalette, AnIndexedPictureHasTheSameIndices) {
    for (const std::string order :
         {"--order given", "--order given --transparent-index 2", "--order lightness"}) {
        reduce_twice("inks.png", "codes.png", "--indexed " + order);
        EXPECT_EQ(chunks("codes.png", "IDAT"), chunks("inks.png", "IDAT"));
        EXPECT_EQ(chunks("codes.png", "tRNS"), chunks("inks.png", "tRNS"));
        EXPECT_NE(chunks("codes.png", "PLTE"), chunks("inks.png", "PLTE"));
    }
    reduce_twice("inks.png", "codes.png", "--indexed --order given --palette codes.hex");
    std::string bytes;
    for (const Rgb code : code_list) bytes += {char(code.r), char(code.g), char(code.b)};
    EXPECT_TRUE(chunks("codes.png", "PLTE").starts_with(bytes));
    EXPECT_EQ(read_palette(read_text(folder / "codes.hex"), PaletteFormat::hex), code_list);
}

TEST_F(OutputPalette, PartsHaveItsColours) {
    reduce_twice("inks.png", "codes.png", "--masks masks --svg out.svg --areas out.csv --part a33d3a");
    EXPECT_THAT(read_text(folder / "out.svg"), HasSubstr("fill=\"#ff0000\""));
    EXPECT_THAT(read_text(folder / "out.csv"), HasSubstr("#ff0000"));
    bool has_mask = false;
    for (const auto& file : std::filesystem::directory_iterator(folder / "masks"))
        has_mask = has_mask || file.path().filename().string().ends_with("-ff0000.png");
    EXPECT_TRUE(has_mask);
}

TEST_F(OutputPalette, ManyPicturesShareIt) {
    write_picture("other.png", random_picture(20, 20, 3));
    success("reduce in.png other.png --output-dir out --together --indexed --to " + inks +
            " --directly --output-palette " + codes + " --order given --palette shared.hex");
    EXPECT_EQ(read_palette(read_text(folder / "shared.hex"), PaletteFormat::hex), code_list);
    EXPECT_TRUE(chunks("out/other.png", "PLTE").starts_with(chunks("out/in.png", "PLTE").substr(0, 18)));
}

}
}
