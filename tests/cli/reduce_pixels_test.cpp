#include "cli/cli_run.h"
#include "color/oklab.h"
#include "image/indexed_image.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace huedrift {
namespace {

using testing::HasSubstr;

class ReducePixels : public CliTest {};

TEST_F(ReducePixels, SoftEdgesStaySoftInAnIndexedPicture) {
    Image image(256, 3);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = {std::uint8_t(i / 256 * 80), 0, 99, std::uint8_t(i % 256)};
    write_picture("in.png", image);
    const std::string line = "reduce in.png --force --indexed -r 0 -o out.";
    refusal(4, line + "png --alpha keep", "has 766; --alpha levels joins them until 256 are left");
    for (const auto& [options, entries] : {std::pair("", 256u),
                                           {" --colors 7", 7u},
                                           {" --bits 2", 4u},
                                           {" --alpha levels", 256u},
                                           {" --alpha levels:20", 20u},
                                           {" --alpha levels:3", 3u}}) {
        success(line + "png" + options);
        EXPECT_EQ(index_image(read_picture("out.png"))->entries.size(), entries) << options;
    }
    for (const char* const options : {" --alpha levels:2", " --colors 2"})
        refusal(4, line + "png" + options, "2 entries are too few for opaque, soft and transparent pixels");
    success(line + "tga --colors 7");
    EXPECT_THAT(
        success("reduce in.png --force -r 0 -o out.png").err,
        HasSubstr("alpha stays as it is, so there are 766 colours with alpha; --indexed joins them to "
                  "at most 256"));
    refusal(4, "reduce in.png -o out.gif --alpha levels",
            "no partially transparent pixels, not even with levels of alpha");
}

TEST_F(ReducePixels, TakesThePaletteOfAPictureInTheOrderOfItsPixels) {
    Image strip(3, 2);
    const Rgba8 red{255, 0, 0, 255}, green{0, 128, 0, 255}, black{0, 0, 0, 255}, hidden{9, 9, 9, 0};
    std::ranges::copy(std::initializer_list<Rgba8>{red, green, red, hidden, black, green},
                      strip.pixels().begin());
    write_picture("strip.png", strip);
    write_picture("in.png", ramp_picture(60, 20));
    success("reduce in.png -o out.png --to strip.png --directly --order given --palette out.hex");
    EXPECT_EQ(read_text(folder / "out.hex"), "ff0000\n008000\n000000\n");
}

TEST_F(ReducePixels, ReadsListsOfColoursAsPeopleWriteThem) {
    write_picture("in.png", ramp_picture(60, 20));
    for (const char* list : {"1A1C2C,ffffff,000000", "1A1C2C, FFF, 000", " #1a1c2c , #fff,#000 "}) {
        const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--to", list, "--directly", "--order",
                                 "given", "--palette", "out.hex", "--force"});
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(read_text(folder / "out.hex"), "1a1c2c\nffffff\n000000\n") << list;
    }
    for (const std::string list : {"1a1c2c,zzz", "#12345", "1a1c2c,"})
        refusal(2, "reduce in.png -o no.png --to " + list,
                "is no list of colours as rrggbb,rrggbb, and no file");
    refusal(3, "reduce in.png -o no.png --to missing.gpl");
    EXPECT_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_F(ReducePixels, DithersPhotosWhereAreasAreNotWanted) {
    write_picture("in.png", ramp_picture(80, 60));
    const auto reduced = [&](const std::string& options) {
        success("reduce in.png -o out.png --force --look photo --colors 6 " + options);
        return read_text(folder / "out.png");
    };
    const std::string plain = reduced(""), flat = reduced("--dither off");
    EXPECT_NE(plain, flat);
    EXPECT_EQ(reduced("--dither diffusion"), plain);
    EXPECT_EQ(reduced("--svg out.svg"), flat);
    EXPECT_EQ(reduced("--masks masks"), flat);
    EXPECT_EQ(reduced("--min-region 5"), reduced("--min-region 5 --dither off"));
    EXPECT_EQ(reduced("--svg other.svg --dither diffusion"), plain);
}

TEST_F(ReducePixels, TakesThePictureApart) {
    write_picture("in.png", ramp_picture(60, 20));
    const std::string line = "reduce in.png -o out.png -r 0.1 --masks parts --svg out.svg";
    success(line);
    const Image output = read_picture("out.png");
    std::vector<std::filesystem::path> masks;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "parts"))
        masks.push_back(entry.path());
    EXPECT_EQ(masks.size(), count_colors(output));
    std::vector<int> covered(output.pixels().size());
    for (const std::filesystem::path& path : masks) {
        const std::string name = path.stem().string();
        EXPECT_THAT(name, testing::MatchesRegex("[0-9]+-[0-9a-f]{6}"));
        const Rgb color = *rgb_from_hex(name.substr(name.size() - 6));
        const Image mask = read_picture("parts/" + path.filename().string());
        for (std::size_t i = 0; i < covered.size(); ++i) {
            const Rgba8 p = output.pixels()[i];
            const bool white = mask.pixels()[i] == Rgba8{255, 255, 255, 255};
            EXPECT_EQ(white, p.a != 0 && Rgb({p.r, p.g, p.b}) == color);
            covered[i] += white;
        }
    }
    for (std::size_t i = 0; i < covered.size(); ++i) EXPECT_EQ(covered[i], output.pixels()[i].a != 0);
    const std::string svg = read_text(folder / "out.svg");
    EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 60 20\" fill-rule=\"evenodd\""));
    std::size_t paths = 0;
    for (std::size_t at = svg.find("<path "); at != svg.npos; at = svg.find("<path ", at + 1)) ++paths;
    EXPECT_EQ(paths, masks.size());

    std::filesystem::remove(folder / "out.png");
    std::filesystem::remove(folder / "out.svg");
    refusal(4, line); // masks are there, so nothing is written
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out.svg"));
}

TEST_F(ReducePixels, MakesOnePixelOfEachCell) {
    Image cells(16, 16), picture(16 * 7, 16 * 7);
    for (std::size_t i = 0; i < 256; ++i)
        cells.pixels()[i] = (i * i + i / 16) % 3 ? Rgba8{200, 0, 0, 255} : Rgba8{0, 0, 200, 255};
    for (std::size_t i = 0; i < picture.pixels().size(); ++i)
        picture.pixels()[i] = cells.pixels()[i / 112 / 7 * 16 + i % 112 / 7];
    write_picture("in.png", picture);
    const Ended ended =
        success("reduce in.png -o out.png --look pixel-art --indexed --svg out.svg --masks masks");
    EXPECT_THAT(ended.err, HasSubstr("16 x 16 cells of 7 x 7 pixels, confidence 1, drift 0 pixels"));
    EXPECT_TRUE(std::ranges::equal(read_picture("out.png").pixels(), cells.pixels()));
    EXPECT_THAT(read_text(folder / "out.svg"), HasSubstr("width=\"16\" height=\"16\""));
    success("reduce in.png -o two.png -r 0.02 --pixel-grid 7 --scale 2");
    EXPECT_EQ(read_picture("two.png").width(), 32);
}

}
}
