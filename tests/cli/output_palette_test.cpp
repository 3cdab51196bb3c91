#include "cli/cli_run.h"
#include "image/png_files.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace huedrift {
namespace {

using testing::HasSubstr;

/// Measured inks, of which the first comes again, and what a device calls them; two are the same to it.
const std::string inks = "1b1b22,d6d6cf,2f4f90,a33d3a,c9b43a,1b1b22",
                  codes = "000000,ffffff,0000ff,ff0000,ff0000,010101";
/// The codes as a .hex file lists them.
std::string listed_codes() {
    std::string list = codes + "\n";
    std::ranges::replace(list, ',', '\n');
    return list;
}

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

class Masks : public CliTest {
protected:
    Masks() {
        write_picture("in.png", ramp_picture(40, 30));
        Image mask(40, 30);
        for (std::size_t i = 0; i < mask.pixels().size(); ++i) {
            const auto grey = std::uint8_t(i % 40 < 20 ? 0 : 255);
            mask.pixels()[i] = {grey, grey, grey, 255};
        }
        write_picture("mask.png", mask);
        write_picture("wide.png", Image(41, 30, std::vector<Rgba8>(41 * 30, {9, 9, 9, 255})));
    }
    Ended reduce(const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"reduce", "in.png"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return run(all);
    }
};

TEST_F(Masks, DecideByTheirPixels) {
    ASSERT_EQ(reduce({"-o", "plain.png", "--colors", "3"}).code, 0);
    ASSERT_EQ(reduce({"-o", "a.png", "--colors", "3", "--importance", "mask.png", "--settings"}).code, 0);
    std::filesystem::copy_file(folder / "mask.png", folder / "other.png");
    ASSERT_EQ(reduce({"-o", "b.png", "--colors", "3", "--importance", "other.png", "--settings"}).code, 0);
    EXPECT_EQ(read_text(folder / "a.png"), read_text(folder / "b.png"));
    EXPECT_THAT(read_text(folder / "a.png"), HasSubstr("--importance "));
    EXPECT_NE(read_picture("a.png").pixels()[39], read_picture("plain.png").pixels()[39]);
}

TEST_F(Masks, AreNotForPicturesThatShareAPalette) {
    const Ended ended = reduce({"mask.png", "--output-dir", "out", "--together", "--importance", "mask.png"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.err, HasSubstr("--importance is for one picture"));
}

TEST_F(Masks, ThatCannotBeReadAreNamed) {
    EXPECT_THAT(reduce({"-o", "a.png", "--importance", "none.png"}).err, HasSubstr("none.png"));
}

TEST_F(OutputPalette, TheRangeOfInksNeedsThem) {
    EXPECT_THAT(run({"reduce", "in.png", "-o", "a.png", "--range"}).err, HasSubstr("--range needs --to"));
    EXPECT_THAT(run({"reduce", "in.png", "-o", "a.png", "--to", inks, "--strict", "--range"}).err,
                HasSubstr("--strict cannot be combined with --range"));
}

TEST_F(OutputPalette, APaletteHasANameUnlessAFileHasIt) {
    const auto palette_of = [&](const std::string& to) {
        EXPECT_EQ(run({"reduce", "in.png", "-o", "named.png", "--to", to, "--directly", "--palette",
                       "named.hex", "--force"})
                      .code,
                  0);
        return read_text(folder / "named.hex");
    };
    EXPECT_EQ(palette_of("black-white"), palette_of("000000,ffffff"));
    write_text(folder / "black-white", "GIMP Palette\n255 0 0 red\n0 255 0 green\n");
    EXPECT_EQ(palette_of("black-white"), palette_of("ff0000,00ff00"));
    const Ended unknown = run({"reduce", "in.png", "-o", "a.png", "--to", "gamebay"});
    EXPECT_EQ(unknown.code, 3);
    EXPECT_THAT(unknown.err, HasSubstr("gamebay cannot be read: No such file or directory; a palette without "
                                       "a file is black-white, black-white-red, "));
    EXPECT_THAT(run({"reduce", "in.png", "-o", "a.png", "--to", "mine.gpl"}).err,
                testing::Not(HasSubstr("black-white")));
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
    EXPECT_TRUE(chunks("codes.png", "PLTE")
                    .starts_with(std::string("\0\0\0\xFF\xFF\xFF\0\0\xFF\xFF\0\0\xFF\0\0\1\1\1", 18)));
    EXPECT_EQ(read_text(folder / "codes.hex"), listed_codes());
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
    EXPECT_EQ(read_text(folder / "shared.hex"), listed_codes());
    EXPECT_TRUE(chunks("out/other.png", "PLTE").starts_with(chunks("out/in.png", "PLTE").substr(0, 18)));
}

}
}
