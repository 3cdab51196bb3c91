#include "base/error.h"
#include "cli/cli_run.h"
#include "image/picture_files.h"
#include "image/picture_filter.h"
#include "palette/palette.h"
#include "palette/palette_file.h"
#include "reduction/remap.h"
#include "reference/reference_engine.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace huedrift {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class ReduceCommand : public CliTest {};

/// The picture that reduce must write for `image`.
Image expected(const Image& image, const Options& options) {
    const ColorSet colors(image, options.transfer);
    ReferenceEngine engine;
    Progress progress;
    return remap(image, colors, engine.reduce(colors, options, progress));
}

TEST_F(ReduceCommand, FollowsTheDefinition) {
    const Image image = ramp_picture(60, 20);
    write_picture("in.png", image);
    const Ended ended = success("reduce in.png -o out.png -r 0.05 --engine reference");
    EXPECT_EQ(ended.out, "");
    expect_same_pixels(read_picture("out.png"), expected(image, {}));
    EXPECT_THAT(ended.err, HasSubstr("in.png: " + std::to_string(count_colors(image)) + " -> " +
                                     std::to_string(count_colors(read_picture("out.png"))) +
                                     " colours, radius 0.05, reference"));
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1);
}

TEST_F(ReduceCommand, PipesFromStandardInputToStandardOutput) {
    const Image image = ramp_picture(30, 8);
    write_picture("in.png", image);
    const Ended ended = success("reduce - -o - -r 0.05 --engine reference", read_text(folder / "in.png"));
    write_text(folder / "out.png", ended.out);
    expect_same_pixels(read_picture("out.png"), expected(image, {}));
    EXPECT_THAT(ended.err, HasSubstr("standard input: "));
}

TEST_F(ReduceCommand, ReducesManyAndGoesOnAfterAFailure) {
    write_picture("a.png", ramp_picture(30, 8));
    write_text(folder / "b.png", "this is no picture");
    write_picture("c.jpg", ramp_picture(16, 16));
    const Ended ended =
        command("reduce a.png b.png c.jpg missing.png --output-dir out/deep -r 0.05 --engine reference");
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(std::filesystem::exists(folder / "out/deep/a.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out/deep/b.png"));
    EXPECT_TRUE(std::filesystem::exists(folder / "out/deep/c.png"));
    for (const char* name : {"a.png: ", "huedrift-cli: b.png: ", "c.jpg: ", "huedrift-cli: missing.png "})
        EXPECT_THAT(ended.err, HasSubstr(name));
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 4);
}

TEST_F(ReduceCommand, RefusesTwoResultsOfOneNameBeforeAnyWork) {
    write_picture("a.png", ramp_picture(8, 8));
    write_picture("b.png", ramp_picture(8, 8));
    write_picture("a.jpg", ramp_picture(8, 8));
    refusal(2, "reduce b.png a.png a.jpg --output-dir out", "a.png and a.jpg would both become out/a.png");
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_F(ReduceCommand, LeavesTheFewestColoursThatKeepAnError) {
    write_picture("in.png", random_picture(30, 20, 4));
    const auto report = [&](const std::string& options) {
        const Ended ended = success("reduce in.png -o out.png --force --json " + options);
        return nlohmann::json::parse(ended.out)["results"][0];
    };
    for (const std::string measure : {"mean", "p95", "max"}) {
        const nlohmann::json kept = report("--max-error 0.05 --error " + measure);
        EXPECT_EQ(kept["chosen_colors"], kept["output_colors"]);
        EXPECT_EQ(kept["max_error"], 0.05);
        EXPECT_EQ(kept["error"], measure);
        EXPECT_EQ(kept["look"], "photo");
        EXPECT_TRUE(kept["colors"].is_null());
        const std::string file = read_text(folder / "out.png");
        report("--look photo --colors " + kept["chosen_colors"].dump());
        EXPECT_EQ(read_text(folder / "out.png"), file) << measure;
    }
    EXPECT_THAT(report("--look flat -r 0.2 --max-error 0")["notes"].dump(),
                HasSubstr("keeps the error of 95 % of the pixels at 0; with "));
    write_picture("in.png", few_colors_picture(21));
    EXPECT_TRUE(report("--max-error 0.9")["chosen_colors"].is_null());
    expect_same_pixels(read_picture("out.png"), read_picture("in.png"));
}

/// The colours of a picture in ascending order.
std::vector<Rgb> colors_of(const Image& image) {
    const ColorSet colors(image, Transfer::srgb);
    return {colors.colors().begin(), colors.colors().end()};
}

TEST_F(ReduceCommand, UsesTheBestColoursOfAPalette) {
    std::vector<Rgba8> pixels(20, {0x78, 0x78, 0x78, 255});
    pixels.resize(25, {0xc0, 0x40, 0x40, 255});
    pixels.push_back({0, 0, 0, 255});
    write_picture("in.png", {26, 1, pixels});
    const std::string line = "reduce in.png -o out.png --force --to 787878,c04040,000000 --colors ";
    EXPECT_THAT(success(line + "2").err, HasSubstr("3 -> 2 colours, mapped directly"));
    pixels.back() = pixels.front();
    expect_same_pixels(read_picture("out.png"), {26, 1, pixels});
    EXPECT_THAT(success(line + "5").err,
                HasSubstr("the palette has only 3 colours near those of the picture"));
}

TEST_F(ReduceCommand, TakesThePaletteOfAPictureOfAnyFormat) {
    write_picture("in.png", random_picture(20, 20, 4));
    const std::vector<Rgba8> colors{{0, 0, 0, 255}, {0, 128, 0, 255}, {255, 255, 255, 255}};
    for (const char* name : {"p.png", "p.apng", "p.bmp", "p.webp", "p.pam", "p.gif"})
        write_picture(name, {3, 1, colors});
    write_text(folder / "p.ppm", "P3 3 1 255 0 0 0 0 128 0 255 255 255\n");
    write_text(folder / "p.qoi",
               qoi_file(3, 1, 3,
                        "\xFE" + std::string(3, '\0') + std::string("\xFE\0\x80\0", 4) + "\xFE\xFF\xFF\xFF"));
    write_text(folder / "picture-without-extension", read_text(folder / "p.webp"));
    write_text(folder / "p.gpl", "GIMP Palette\n0 0 0 ink\n0 128 0\n255 255 255 paper\n");
    const auto reduce = [&](const std::string& palette) {
        success("reduce in.png -o out.png --force --to " + palette);
        return read_text(folder / "out.png");
    };
    const std::string expected = reduce("000000,008000,ffffff");
    for (const char* name : {"p.png", "p.apng", "p.bmp", "p.webp", "p.pam", "p.gif", "p.ppm", "p.qoi",
                             "picture-without-extension", "p.gpl"})
        EXPECT_EQ(reduce(name), expected) << name;
}

TEST_F(ReduceCommand, RecognisesAColorTableByItsName) {
    write_picture("in.png", ramp_picture(8, 8));
    write_text(folder / "p.act", "BM" + std::string(766, '\0')); // the colour 424d00, then black
    success("reduce in.png -o out.png --to p.act --directly");
    EXPECT_THAT(colors_of(read_picture("out.png")), testing::IsSubsetOf({Rgb{0x42, 0x4d, 0}, Rgb{0, 0, 0}}));
}

TEST_F(ReduceCommand, RefusesInvalidPalettes) {
    write_picture("in.png", ramp_picture(8, 8));
    write_text(folder / "p.gpl", "GIMP Palette\n300 0 0\n");
    write_text(folder / "p.svg", "<svg/>");
    write_text(folder / "p.hex", std::string((4 << 20) + 1, '\n'));
    for (const std::string palette : {"p.gpl", "missing.gpl", ".", "p.svg", "p.hex"})
        refusal(3, "reduce in.png -o out.png --to " + palette, palette);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_F(ReduceCommand, WritesAPaletteWhereThatIsSmallerUnlessForbidden) {
    const Image image = ramp_picture(60, 20);
    write_picture("in.png", image);
    const auto color_type = [&](const std::string& name, const std::string& options) {
        success("reduce in.png -r 0.05 -o " + name + " " + options);
        expect_same_pixels(read_picture(name), expected(image, {}));
        return int{read_text(folder / name)[25]};
    };
    EXPECT_EQ(color_type("small.png", ""), 3);
    EXPECT_EQ(color_type("true.png", "--truecolor"), 6);
    EXPECT_EQ(color_type("ordered.png", "--order lightness"), 3);
    EXPECT_EQ(color_type("indexed.png", "--order lightness --indexed"), 3);
    EXPECT_EQ(read_text(folder / "ordered.png"), read_text(folder / "indexed.png"));
    EXPECT_LT(read_text(folder / "small.png").size(), read_text(folder / "true.png").size());
}

TEST_F(ReduceCommand, WritesTheSourceInPlaceOfAResultThatIsNotSmaller) {
    // Of one colour, so that hardly any file of it is smaller.
    const Image flat(16, 16, std::vector<Rgba8>(256, {200, 100, 50, 255}));
    write_picture("flat.png", flat);
    write_picture("photo.png", random_picture(60, 60, 1));
    std::filesystem::create_directory(folder / "out");
    const Ended ended =
        success("reduce flat.png photo.png --output-dir out --colors 4 --settings --keep-smaller --json");
    EXPECT_EQ(read_text(folder / "out/flat.png"), read_text(folder / "flat.png"));
    EXPECT_NE(read_text(folder / "out/photo.png"), read_text(folder / "photo.png"));
    EXPECT_THAT(ended.err, HasSubstr("flat.png: the result would take "));
    EXPECT_THAT(ended.err,
                HasSubstr("so the source file of " + std::to_string(read_text(folder / "flat.png").size()) +
                          " bytes was written instead"));
    EXPECT_THAT(ended.err, HasSubstr("1 of 2 results were not smaller than their sources"));
    EXPECT_THAT(ended.out, HasSubstr("\"kept_sources\":1"));
    EXPECT_THAT(ended.out, HasSubstr("\"kept_source\":true"));
    EXPECT_THAT(ended.out, HasSubstr("\"kept_source\":false"));
}

TEST_F(ReduceCommand, WritesTheSourceOfAPipeAndOfEveryFormatButOnlyInItsOwn) {
    const Image flat(16, 16, std::vector<Rgba8>(256, {200, 100, 50, 255}));
    for (const std::string name : {"in.png", "in.webp", "in.jpg", "in.gif", "in.bmp"}) {
        write_picture(name, flat);
        const std::string out = "out" + std::filesystem::path(name).extension().string();
        const Ended ended =
            success("reduce " + name + " -o " + out + " --colors 4 --keep-smaller --keep-metadata");
        EXPECT_EQ(read_text(folder / out), read_text(folder / name));
        EXPECT_THAT(ended.err, HasSubstr("written instead"));
    }
    const std::string source = read_text(folder / "in.png");
    EXPECT_EQ(command("reduce - -o - --keep-smaller --settings", source).out, source);
    success("reduce in.webp -o other.bmp --keep-smaller");
    EXPECT_EQ(read_text(folder / "other.bmp").substr(0, 2), "BM");
}

TEST_F(ReduceCommand, ThreadsMemoryAndTheSmallestFileChangeNoPixel) {
    write_picture("in.png", ramp_picture(60, 20));
    success("reduce in.png -o usual.png -r 0.1");
    success("reduce in.png -o smallest.png -r 0.1 --threads 1 --memory-limit 1k --smallest");
    expect_same_pixels(read_picture("smallest.png"), read_picture("usual.png"));
}

TEST_F(ReduceCommand, ReportsTheLossesOfAFormat) {
    write_picture("in.png", ramp_picture(32, 8));
    const Ended ended = success("reduce in.png -o out.jpg");
    EXPECT_THAT(ended.err, HasSubstr("JPEG"));
    EXPECT_EQ(command("reduce in.png -o quiet.jpg --quiet").err, "");
}

TEST_F(ReduceCommand, FormatCanBeGivenForAFolderAndAnyName) {
    write_picture("in.png", ramp_picture(32, 8));
    success("reduce in.png --output-dir . --format bmp");
    success("reduce in.png -o in.txt --format bmp");
    EXPECT_EQ(read_text(folder / "in.bmp").substr(0, 2), "BM");
    EXPECT_EQ(read_text(folder / "in.bmp"), read_text(folder / "in.txt"));
}

}
}
