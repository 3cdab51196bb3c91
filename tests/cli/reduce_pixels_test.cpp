#include "cli/cli_run.h"
#include "color/oklab.h"
#include "image/indexed_image.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

namespace huedrift {
namespace {

using testing::HasSubstr;

class ReducePixels : public CliTest {};

TEST_F(ReducePixels, SoftEdgesBecomeIndexed) {
    Image image(300, 1);
    for (int x = 0; x < 300; ++x) image.pixels()[std::size_t(x)] = {200, 0, 0, std::uint8_t(x)};
    write_picture("in.png", image);
    const auto reduce = [&](const char* alpha) {
        return run(
            {"reduce", "in.png", "-o", "out.png", "--force", "--indexed", "-r", "0.01", "--alpha", alpha});
    };
    EXPECT_EQ(reduce("threshold:128").code, 0);
    EXPECT_EQ(count_colors(read_picture("out.png")), 1u);
    EXPECT_EQ(std::ranges::count(read_picture("out.png").pixels(), std::uint8_t{255}, &Rgba8::a), 128);
    EXPECT_EQ(reduce("matte:ffffff").code, 0);
    EXPECT_EQ(std::ranges::count(read_picture("out.png").pixels(), std::uint8_t{255}, &Rgba8::a), 300);
}

TEST_F(ReducePixels, SoftEdgesStaySoftInAnIndexedPicture) {
    Image image(256, 3);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = {std::uint8_t(i / 256 * 80), 0, 99, std::uint8_t(i % 256)};
    write_picture("in.png", image);
    const auto reduce = [&](const char* out, const char* alpha) {
        return run({"reduce", "in.png", "-o", out, "--force", "--indexed", "-r", "0", "--alpha", alpha});
    };
    const Ended refused = reduce("out.png", "keep");
    EXPECT_EQ(refused.code, 4);
    EXPECT_THAT(refused.err, HasSubstr("has 766; --alpha levels joins them until 256 are left"));
    for (const auto& [alpha, pairs] : {std::pair("levels", 256u), {"levels:20", 20u}, {"levels:3", 3u}}) {
        const Ended ended = reduce("out.png", alpha);
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(index_image(read_picture("out.png"))->entries.size(), pairs);
    }
    EXPECT_EQ(reduce("out.png", "levels:2").code, 2);
    const Ended gif = run({"reduce", "in.png", "-o", "out.gif", "--alpha", "levels"});
    EXPECT_EQ(gif.code, 4);
    EXPECT_THAT(gif.err, HasSubstr("no partially transparent pixels, not even with levels of alpha"));
}

TEST_F(ReducePixels, TakesThePaletteOfAPictureInTheOrderOfItsPixels) {
    Image strip(3, 2);
    const Rgba8 red{255, 0, 0, 255}, green{0, 128, 0, 255}, black{0, 0, 0, 255}, hidden{9, 9, 9, 0};
    std::ranges::copy(std::initializer_list<Rgba8>{red, green, red, hidden, black, green},
                      strip.pixels().begin());
    write_picture("strip.png", strip);
    write_picture("in.png", ramp_picture(60, 20));
    const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--to", "strip.png", "--directly",
                             "--order", "given", "--palette", "out.hex"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(read_text(folder / "out.hex"), "ff0000\n008000\n000000\n");
}

TEST_F(ReducePixels, ReadsListsOfColoursAsPeopleWriteThem) {
    write_picture("in.png", ramp_picture(60, 20));
    const auto entries_of = [&](const char* list) {
        const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--to", list, "--directly", "--order",
                                 "given", "--palette", "out.hex", "--force"});
        EXPECT_EQ(ended.code, 0) << ended.err;
        return read_text(folder / "out.hex");
    };
    for (const char* list : {"1A1C2C,ffffff,000000", "1A1C2C, FFF, 000", " #1a1c2c , #fff,#000 "})
        EXPECT_EQ(entries_of(list), "1a1c2c\nffffff\n000000\n") << list;
    for (const char* list : {"1a1c2c,zzz", "#12345", "1a1c2c,"}) {
        const Ended ended = run({"reduce", "in.png", "-o", "no.png", "--to", list});
        EXPECT_EQ(ended.code, 2) << list;
        EXPECT_THAT(ended.err, HasSubstr("is no list of colours as rrggbb,rrggbb, and no file")) << list;
    }
    EXPECT_EQ(run({"reduce", "in.png", "-o", "no.png", "--to", "missing.gpl"}).code, 3);
    EXPECT_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_F(ReducePixels, GivesColoursTheirIndices) {
    write_picture("in.png", ramp_picture(60, 20));
    const Ended ended =
        run({"reduce", "in.png", "-o", "out.png", "--indexed", "-r", "0.1", "--order", "given", "--to",
             "ff0000,101010,00ff00,0000ff,ffffff", "--transparent-index", "1", "--palette", "out.hex"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(read_text(folder / "out.hex"), "ff0000\n000000\n101010\n00ff00\n0000ff\nffffff\n");
    const std::string file = read_text(folder / "out.png");
    const std::string entries("PLTE\xff\0\0\0\0\0\x10\x10\x10\0\xff\0\0\0\xff\xff\xff\xff", 22);
    EXPECT_THAT(file, HasSubstr(entries));
    const Ended beyond =
        run({"reduce", "in.png", "-o", "no.png", "-r", "0.1", "--to", "ff0000", "--transparent-index", "2"});
    EXPECT_EQ(beyond.code, 4);
    EXPECT_THAT(beyond.err, HasSubstr("a palette of 1 colour"));
    EXPECT_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_F(ReducePixels, RepeatedPaletteColoursKeepLaterIndices) {
    write_picture("in.png", Image(3, 1, {{254, 0, 0, 255}, {0, 0, 254, 255}, {9, 9, 9, 255}}));
    write_text(folder / "slots.hex", "0000ff\n000000\n000000\nff0000\n0000ff\n");
    const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--indexed", "--directly", "--order",
                             "given", "--to", "slots.hex", "--palette", "out.hex"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(read_text(folder / "out.hex"), read_text(folder / "slots.hex"));
    const std::string entries("PLTE\0\0\xff\0\0\0\0\0\0\xff\0\0\0\0\xff", 19);
    EXPECT_THAT(read_text(folder / "out.png"), HasSubstr(entries));
    EXPECT_EQ(read_picture("out.png").pixels()[0], (Rgba8{255, 0, 0, 255}));
}

TEST_F(ReducePixels, ArrangesColoursBySourceColour) {
    write_picture(
        "in.png",
        Image(
            5, 1,
            {{200, 0, 0, 255}, {0, 0, 200, 255}, {0, 0, 200, 255}, {255, 255, 255, 255}, {0, 200, 0, 255}}));
    const Ended ended =
        run({"reduce", "in.png", "-o", "out.png", "--indexed", "-r", "0.001", "--recolor", "ffffff=fefefe",
             "--arrange", "ffffff,123456", "--arrange", "00c800", "--palette", "out.hex"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(read_text(folder / "out.hex"), "fefefe\n00c800\n0000c8\nc80000\n");
    const std::string entries("PLTE\xfe\xfe\xfe\0\xc8\0\0\0\xc8\xc8\0\0", 16);
    EXPECT_THAT(read_text(folder / "out.png"), HasSubstr(entries));
}

TEST_F(ReducePixels, RemovesSpecksAndRims) {
    Image image(40, 40);
    for (int i = 0; i < 1600; ++i) {
        const int x = i % 40, y = i / 40;
        const std::uint8_t v = x < 20 ? 0 : x == 20 ? 90 : 255;
        const bool speck = x % 9 == 4 && y % 7 == 3;
        image.pixels()[std::size_t(i)] = speck ? Rgba8{200, 0, 0, 255} : Rgba8{v, v, v, 255};
    }
    write_picture("in.png", image);
    const Ended ended = run(
        {"reduce", "in.png", "-o", "out.png", "--defringe", "1", "--min-region", "2", "--palette", "p.hex"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("4 -> 2 colours"));
    EXPECT_EQ(count_colors(read_picture("out.png")), 2u);
    EXPECT_EQ(read_text(folder / "p.hex").size(), 14u);
}

TEST_F(ReducePixels, DithersToAGivenPaletteAlone) {
    write_picture("in.png", ramp_picture(60, 40));
    for (const char* const dither : {"diffusion", "ordered", "blue-noise"}) {
        const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--force", "--indexed", "--directly",
                                 "--to", "000000,ffffff,ff0000,00ff00,0000ff", "--dither", dither});
        EXPECT_EQ(ended.code, 0) << ended.err;
        const Image output = read_picture("out.png");
        EXPECT_GT(count_colors(output), 2u);
        for (const Rgba8 p : output.pixels())
            for (const int channel : {p.r, p.g, p.b}) EXPECT_TRUE(channel == 0 || channel == 255);
    }
}

TEST_F(ReducePixels, DithersPhotosWhereAreasAreNotWanted) {
    write_picture("in.png", ramp_picture(80, 60));
    const auto reduced = [&](std::vector<std::string> options) {
        options.insert(options.begin(),
                       {"reduce", "in.png", "-o", "out.png", "--force", "--look", "photo", "--colors", "6"});
        const Ended ended = run(options);
        EXPECT_EQ(ended.code, 0) << ended.err;
        return read_text(folder / "out.png");
    };
    const std::string plain = reduced({}), flat = reduced({"--dither", "off"});
    EXPECT_NE(plain, flat);
    EXPECT_EQ(reduced({"--dither", "diffusion"}), plain);
    EXPECT_EQ(reduced({"--svg", "out.svg"}), flat);
    EXPECT_EQ(reduced({"--masks", "masks"}), flat);
    EXPECT_EQ(reduced({"--min-region", "5"}), reduced({"--min-region", "5", "--dither", "off"}));
    EXPECT_EQ(reduced({"--svg", "other.svg", "--dither", "diffusion"}), plain);
}

TEST_F(ReducePixels, TakesThePictureApart) {
    write_picture("in.png", ramp_picture(60, 20));
    const std::vector<std::string> arguments{"reduce", "in.png",  "-o",    "out.png", "-r",
                                             "0.1",    "--masks", "parts", "--svg",   "out.svg"};
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.code, 0) << ended.err;
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
    EXPECT_EQ(run(arguments).code, 4); // masks are there, so nothing is written
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out.svg"));
}

TEST_F(ReducePixels, AreTheSameOnEveryDevice) {
    write_picture("in.png", random_picture(40, 30, 5));
    const auto reduce = [&](const std::string& engine) {
        return run({"reduce", "in.png", "-o", engine + ".png", "-r", "0.15", "--smooth", "2", "--dither",
                    "ordered", "--to", "000000,ffffff,ff0000,00ff00,0000ff", "--engine", engine});
    };
    ASSERT_EQ(reduce("cpu").code, 0);
    if (reduce("vulkan").code == 5) {
        if (std::getenv("CI")) FAIL() << "there is no Vulkan device";
        GTEST_SKIP() << "there is no Vulkan device";
    }
    EXPECT_EQ(read_text(folder / "vulkan.png"), read_text(folder / "cpu.png"));
}

TEST_F(ReducePixels, MakesOnePixelOfEachCell) {
    Image cells(16, 16), picture(16 * 7, 16 * 7);
    for (std::size_t i = 0; i < 256; ++i)
        cells.pixels()[i] = (i * i + i / 16) % 3 ? Rgba8{200, 0, 0, 255} : Rgba8{0, 0, 200, 255};
    for (std::size_t i = 0; i < picture.pixels().size(); ++i)
        picture.pixels()[i] = cells.pixels()[i / 112 / 7 * 16 + i % 112 / 7];
    write_picture("in.png", picture);
    const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--look", "pixel-art", "--indexed", "--svg",
                             "out.svg", "--masks", "masks"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("16 x 16 cells of 7 x 7 pixels, confidence 1, drift 0 pixels"));
    EXPECT_TRUE(std::ranges::equal(read_picture("out.png").pixels(), cells.pixels()));
    EXPECT_THAT(read_text(folder / "out.svg"), HasSubstr("width=\"16\" height=\"16\""));
    EXPECT_EQ(
        run({"reduce", "in.png", "-o", "two.png", "-r", "0.02", "--pixel-grid", "7", "--scale", "2"}).code,
        0);
    EXPECT_EQ(read_picture("two.png").width(), 32);
}

TEST_F(ReducePixels, RefusesToEnlargeWithoutAPixelGrid) {
    write_picture("in.png", ramp_picture(60, 20));
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "--scale", "2"}).code, 2);
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "--pixel-grid", "auto", "--dither", "ordered"}).code,
              2);
}

}
}
