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

/// What reduce must write for `image`.
Image expected(const Image& image, const Options& options) {
    const ColorSet colors(image, options.transfer);
    ReferenceEngine engine;
    Progress progress;
    return remap(image, colors, engine.reduce(colors, options, progress));
}

TEST_F(ReduceCommand, FollowsTheDefinition) {
    const Image image = ramp_picture(60, 20);
    write_picture("in.png", image);
    const Ended ended = run({"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--engine", "reference"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.out, "");
    expect_same_pixels(read_picture("out.png"), expected(image, {}));
    EXPECT_THAT(ended.err, HasSubstr("in.png: " + std::to_string(count_colors(image)) + " -> " +
                                     std::to_string(count_colors(read_picture("out.png"))) +
                                     " colours, radius 0.05, reference"));
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1);
}

TEST_F(ReduceCommand, TakesEveryOptionOfTheDefinition) {
    const Image image = random_picture(20, 20, 1);
    write_picture("in.bmp", image);
    const Ended ended = run({"reduce", "in.bmp", "-o", "out.png", "-r", "0.13", "--weighting", "frequency",
                             "--transfer", "linear", "--max-iterations", "2", "--merge", "0.02", "--assign",
                             "nearest", "--engine", "reference"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    const Options options{.radius = 0.13,
                          .weighting = Weighting::frequency,
                          .transfer = Transfer::linear,
                          .max_iterations = 2,
                          .merge = 0.02,
                          .assign = Assign::nearest};
    expect_same_pixels(read_picture("out.png"), expected(image, options));
}

TEST_F(ReduceCommand, SmoothsFirst) {
    const Image image = random_picture(30, 17, 4);
    write_picture("in.png", image);
    const Ended ended = run({"reduce", "in.png", "-o", "out.png", "-r", "0.1", "--smooth", "2"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    expect_same_pixels(read_picture("out.png"), expected(smooth(image, 2), {.radius = 0.1}));
}

TEST_F(ReduceCommand, EnginesThreadsAndMemoryChangeNothing) {
    write_picture("in.png", random_picture(40, 40, 2));
    EXPECT_EQ(run({"reduce", "in.png", "-o", "a.png", "-r", "0.1", "--engine", "reference"}).code, 0);
    EXPECT_EQ(run({"reduce", "in.png", "-o", "b.png", "-r", "0.1", "--engine", "cpu"}).code, 0);
    EXPECT_EQ(
        run({"reduce", "in.png", "-o", "c.png", "-r", "0.1", "--threads", "1", "--memory-limit", "1k"}).code,
        0);
    EXPECT_EQ(read_text(folder / "a.png"), read_text(folder / "b.png"));
    EXPECT_EQ(read_text(folder / "a.png"), read_text(folder / "c.png"));
}

TEST_F(ReduceCommand, PipesFromStandardInputToStandardOutput) {
    const Image image = ramp_picture(30, 8);
    write_picture("in.png", image);
    const Ended ended =
        run({"reduce", "-", "-o", "-", "-r", "0.05", "--engine", "reference"}, read_text(folder / "in.png"));
    EXPECT_EQ(ended.code, 0) << ended.err;
    write_text(folder / "out.png", ended.out);
    expect_same_pixels(read_picture("out.png"), expected(image, {}));
    EXPECT_THAT(ended.err, HasSubstr("standard input: "));
}

TEST_F(ReduceCommand, ReducesManyAndGoesOnAfterAFailure) {
    write_picture("a.png", ramp_picture(30, 8));
    write_text(folder / "b.png", "this is no picture");
    write_picture("c.jpg", ramp_picture(16, 16));
    const Ended ended = run({"reduce", "a.png", "b.png", "c.jpg", "missing.png", "--output-dir", "out/deep",
                             "-r", "0.05", "--engine", "reference"});
    EXPECT_EQ(ended.code, 3);
    TemporaryFolder nothing;
    EXPECT_TRUE(std::filesystem::exists(folder / "out/deep/a.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out/deep/b.png"));
    EXPECT_TRUE(std::filesystem::exists(folder / "out/deep/c.png"));
    for (const char* name : {"a.png: ", "huedrift-cli: b.png: ", "c.jpg: ", "huedrift-cli: missing.png "})
        EXPECT_THAT(ended.err, HasSubstr(name));
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 4);
}

TEST_F(ReduceCommand, ReturnsTheExitCodeOfTheFirstFailure) {
    write_picture("a.png", ramp_picture(8, 8));
    write_text(folder / "b.png", "no picture");
    std::filesystem::create_directory(folder / "out");
    write_text(folder / "out/a.png", "there");
    EXPECT_EQ(run({"reduce", "a.png", "b.png", "--output-dir", "out"}).code, 4);
    EXPECT_EQ(run({"reduce", "b.png", "a.png", "--output-dir", "out"}).code, 3);
    EXPECT_EQ(read_text(folder / "out/a.png"), "there");
}

TEST_F(ReduceCommand, RefusesTwoResultsOfOneNameBeforeAnyWork) {
    write_picture("a.png", ramp_picture(8, 8));
    write_picture("b.png", ramp_picture(8, 8));
    write_picture("a.jpg", ramp_picture(8, 8));
    const Ended ended = run({"reduce", "b.png", "a.png", "a.jpg", "--output-dir", "out"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.err, HasSubstr("a.png and a.jpg would both become out/a.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_F(ReduceCommand, KeepsExistingFilesUnlessForced) {
    const Image image = ramp_picture(8, 8);
    write_picture("in.png", image);
    write_text(folder / "out.png", "precious");
    const Ended refused = run({"reduce", "in.png", "-o", "out.png"});
    EXPECT_EQ(refused.code, 4);
    EXPECT_THAT(refused.err, HasSubstr("out.png exists"));
    EXPECT_EQ(read_text(folder / "out.png"), "precious");
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--force"}).code, 0);
    expect_same_pixels(read_picture("out.png"), expected(image, {}));
}

TEST_F(ReduceCommand, WritesNoPictureIfThePaletteExists) {
    write_picture("in.png", ramp_picture(8, 8));
    write_text(folder / "p.gpl", "precious");
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "--palette", "p.gpl"}).code, 4);
    EXPECT_EQ(read_text(folder / "p.gpl"), "precious");
    EXPECT_THAT(folder.names(), UnorderedElementsAre("in.png", "p.gpl"));
}

TEST_F(ReduceCommand, LeavesExactlyTheRequestedNumberOfColours) {
    write_picture("in.png", random_picture(20, 20, 4));
    for (const char* count : {"1", "7", "40"}) {
        const Ended ended =
            run({"reduce", "--colors", count, "-r", "0", "in.png", "-o", "out.png", "--force", "--settings"});
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(std::to_string(count_colors(read_picture("out.png"))), count);
    }
    const Ended few = run({"reduce", "in.png", "-o", "all.png", "--colors", "500", "-r", "0"});
    EXPECT_EQ(few.code, 0);
    EXPECT_THAT(few.err, HasSubstr("in.png: the picture has only 400 colours"));
    expect_same_pixels(read_picture("all.png"), read_picture("in.png"));
}

TEST_F(ReduceCommand, SaysWhatReplacesTheSearchForARadius) {
    write_picture("in.png", random_picture(4, 4, 4));
    for (const std::string option : {"--by-radius", "--exactly"}) {
        const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--colors", "4", option});
        EXPECT_EQ(ended.code, 2);
        EXPECT_THAT(ended.err, HasSubstr(option + " was removed: --colors N alone"));
    }
}

TEST_F(ReduceCommand, LeavesTheFewestColoursThatKeepAnError) {
    write_picture("in.png", random_picture(30, 20, 4));
    const auto said = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"reduce", "in.png", "-o", "out.png", "--force", "--json"});
        Ended ended = run(options);
        EXPECT_EQ(ended.code, 0) << ended.err;
        return ended;
    };
    const auto report = [](const Ended& ended) { return nlohmann::json::parse(ended.out)["results"][0]; };
    for (const char* measure : {"mean", "p95", "max"}) {
        const nlohmann::json kept = report(said({"--max-error", "0.05", "--error", measure}));
        EXPECT_EQ(kept["chosen_colors"], kept["output_colors"]);
        EXPECT_EQ(kept["max_error"], 0.05);
        EXPECT_EQ(kept["error"], measure);
        EXPECT_EQ(kept["look"], "photo");
        EXPECT_TRUE(kept["colors"].is_null());
        const std::string file = read_text(folder / "out.png");
        said({"--look", "photo", "--colors", kept["chosen_colors"].dump()});
        EXPECT_EQ(read_text(folder / "out.png"), file) << measure;
    }
    const Ended none = said({"--look", "flat", "-r", "0.2", "--max-error", "0"});
    EXPECT_THAT(none.err, HasSubstr("keeps the error of 95 % of the pixels at 0; with "));
    write_picture("in.png", few_colors_picture(21));
    const Ended few = said({"--max-error", "0.9"});
    EXPECT_THAT(few.err, HasSubstr("already has 21 colours and stays as it is"));
    EXPECT_TRUE(report(few)["chosen_colors"].is_null());
    expect_same_pixels(read_picture("out.png"), read_picture("in.png"));
}

TEST_F(ReduceCommand, RefusesAnErrorBesideWhatChoosesTheColours) {
    write_picture("in.png", random_picture(4, 4, 4));
    const std::pair<std::vector<std::string>, const char*> refused[] = {
        {{"--max-error", "0.1", "--colors", "4"},
         "--max-error chooses the number of colours; leave out --colors"},
        {{"--max-error", "0.1", "--to", "ff0000", "--directly"},
         "--max-error cannot be combined with --directly"},
        {{"--error", "mean"}, "--error needs --max-error"}};
    for (const auto& [options, sentence] : refused) {
        std::vector<std::string> arguments{"reduce", "in.png", "-o", "out.png"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Ended ended = run(arguments);
        EXPECT_EQ(ended.code, 2);
        EXPECT_THAT(ended.err, HasSubstr(sentence));
    }
}

/// The colours of a picture in ascending order.
std::vector<Rgb> colors_of(const Image& image) {
    const ColorSet colors(image, Transfer::srgb);
    return {colors.colors().begin(), colors.colors().end()};
}

TEST_F(ReduceCommand, BringsTheResultToAPalette) {
    write_picture("in.png", random_picture(20, 20, 4));
    write_text(folder / "p.gpl", "GIMP Palette\n255 255 255 paper\n0 0 0 ink\n0 128 0\n");
    const auto reduce = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"reduce", "in.png", "-o", "out.png", "--force"});
        const Ended ended = run(options);
        EXPECT_EQ(ended.code, 0) << ended.err;
        return read_text(folder / "out.png");
    };
    const std::string by_file = reduce({"--to", "p.gpl"});
    EXPECT_THAT(colors_of(read_picture("out.png")),
                testing::IsSubsetOf({Rgb{0, 0, 0}, Rgb{0, 128, 0}, Rgb{255, 255, 255}}));
    EXPECT_EQ(reduce({"--to", "ffffff,000000,008000"}), by_file);
    const std::string directly = reduce({"--to", "p.gpl", "--directly"});
    EXPECT_NE(directly, by_file);
    EXPECT_EQ(colors_of(read_picture("out.png")).size(), 3u);
}

TEST_F(ReduceCommand, APaletteAloneLeavesItsColoursAsTheyAre) {
    for (const unsigned count : {2u, 16u, 44u, 200u}) {
        const Image image = few_colors_picture(count);
        write_picture("in.png", image);
        std::string list;
        for (const Rgb color : colors_of(image))
            list += (list.empty() ? "" : ",") + hex_code(color).substr(1);
        EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "--force", "--to", list}).code, 0);
        expect_same_pixels(read_picture("out.png"), image);
    }
}

TEST_F(ReduceCommand, UsesTheBestColoursOfAPalette) {
    std::vector<Rgba8> pixels(20, {0x78, 0x78, 0x78, 255});
    pixels.resize(25, {0xc0, 0x40, 0x40, 255});
    pixels.push_back({0, 0, 0, 255});
    write_picture("in.png", {26, 1, pixels});
    const auto ended = [&](const char* number) {
        return run({"reduce", "in.png", "-o", "out.png", "--force", "--to", "787878,c04040,000000",
                    "--colors", number});
    };
    EXPECT_THAT(ended("2").err, HasSubstr("3 -> 2 colours, mapped directly"));
    pixels.back() = pixels.front();
    expect_same_pixels(read_picture("out.png"), {26, 1, pixels});
    EXPECT_THAT(ended("5").err, HasSubstr("the palette has only 3 colours near those of the picture"));
    // As copied from the window.
    write_picture("photo.png", random_picture(30, 30, 4));
    const auto reduce = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"reduce", "photo.png", "-o", "out.png", "--force", "--settings"});
        EXPECT_EQ(run(options).code, 0);
        return read_picture("out.png");
    };
    const std::string set = "000000,008000,ff0000,0000ff,ffffff,ffff00,808080";
    const Image image = reduce({"--to", set, "--colors", "4", "--dither", "off"});
    EXPECT_EQ(count_colors(image), 4u);
    expect_same_pixels(reduce({"-r", "0.1", "--directly", "--settle", "4", "--to", set, "--colors", "4"}),
                       image);
    EXPECT_EQ(count_colors(reduce({"--to", set, "--colors", "4"})), 4u) << "dithered";
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
    const auto reduce = [&](const std::string& palette) {
        const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--force", "--to", palette});
        EXPECT_EQ(ended.code, 0) << ended.err;
        return read_text(folder / "out.png");
    };
    const std::string expected = reduce("000000,008000,ffffff");
    for (const char* name : {"p.png", "p.apng", "p.bmp", "p.webp", "p.pam", "p.gif", "p.ppm", "p.qoi",
                             "picture-without-extension"})
        EXPECT_EQ(reduce(name), expected) << name;
}

TEST_F(ReduceCommand, RecognisesAColorTableByItsName) {
    write_picture("in.png", ramp_picture(8, 8));
    write_text(folder / "p.act", "BM" + std::string(766, '\0')); // the colour 424d00, then black
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "--to", "p.act", "--directly"}).code, 0);
    EXPECT_THAT(colors_of(read_picture("out.png")), testing::IsSubsetOf({Rgb{0x42, 0x4d, 0}, Rgb{0, 0, 0}}));
}

TEST_F(ReduceCommand, RefusesInvalidPalettes) {
    write_picture("in.png", ramp_picture(8, 8));
    write_text(folder / "p.gpl", "GIMP Palette\n300 0 0\n");
    write_text(folder / "p.svg", "<svg/>");
    write_text(folder / "p.hex", std::string((4 << 20) + 1, '\n'));
    for (const char* palette : {"p.gpl", "missing.gpl", ".", "p.svg", "p.hex"}) {
        const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--to", palette});
        EXPECT_EQ(ended.code, 3) << ended.err;
        EXPECT_THAT(ended.err, HasSubstr(palette));
    }
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "--directly"}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_F(ReduceCommand, AcceptsRepeatedPinsAndEdits) {
    Image image(4, 1);
    const Rgba8 pixels[] = {{255, 0, 0, 255}, {250, 0, 0, 255}, {0, 0, 255, 255}, {0, 0, 250, 255}};
    std::ranges::copy(pixels, image.pixels().begin());
    write_picture("in.png", image);
    const auto reduce = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"reduce", "-r", "0.05"});
        options.insert(options.end(), {"in.png", "-o", "out.png", "--force", "--quiet"});
        const Ended ended = run(options);
        EXPECT_EQ(ended.code, 0) << ended.err;
        std::vector<std::string> codes;
        const Image output = read_picture("out.png");
        for (const Rgba8 p : output.pixels()) codes.push_back(hex_code({p.r, p.g, p.b}));
        return codes;
    };
    EXPECT_THAT(reduce({"--pin", "ff0000@0", "--pin", "0000ff@0"}),
                ElementsAre("#ff0000", "#fa0000", "#0000ff", "#0000fa"));
    EXPECT_THAT(reduce({"--pin", "ff0000", "--pin", "010203", "--pin", "0000ff"}),
                ElementsAre("#ff0000", "#ff0000", "#0000ff", "#0000ff"));
    EXPECT_THAT(reduce({"--recolor", "ff0000=123456", "--recolor", "0000ff=654321"}),
                ElementsAre("#123456", "#123456", "#654321", "#654321"));
    EXPECT_THAT(reduce({"--join", "ff0000=0000ff", "--recolor", "fa0000=010101"}),
                ElementsAre("#010101", "#010101", "#010101", "#010101"));
    for (const char* option : {"--pin", "--join", "--recolor"})
        EXPECT_EQ(run({"reduce", "in.png", "-o", "no.png", option, "ff00"}).code, 2);
}

TEST_F(ReduceCommand, PaletteFileHoldsExactlyTheColoursOfThePicture) {
    write_picture("in.png", random_picture(30, 30, 5));
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "-r", "0.1", "--palette", "out.hex"}).code, 0);
    const Image output = read_picture("out.png");
    const ColorSet colors(output, Transfer::srgb);
    std::vector<std::string> found, wanted;
    std::istringstream lines(read_text(folder / "out.hex"));
    for (std::string line; std::getline(lines, line);) found.push_back(line);
    for (const Rgb color : colors.colors()) {
        char code[7];
        std::snprintf(code, sizeof code, "%06x", static_cast<unsigned>(color.code()));
        wanted.emplace_back(code);
    }
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(wanted));
}

TEST_F(ReduceCommand, WritesIndexedOrReportsTooManyColours) {
    const Image image = ramp_picture(60, 20);
    write_picture("in.png", image);
    EXPECT_EQ(run({"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--indexed"}).code, 0);
    expect_same_pixels(read_picture("out.png"), expected(image, {}));
    constexpr std::size_t color_type = 25; // in the header chunk; 3 is indexed
    EXPECT_EQ(read_text(folder / "out.png")[color_type], 3);

    write_picture("many.png", random_picture(20, 20, 6));
    const Ended ended = run({"reduce", "many.png", "-o", "no.png", "--indexed", "-r", "1e-6"});
    EXPECT_EQ(ended.code, 4);
    EXPECT_THAT(ended.err, HasSubstr("400"));
    EXPECT_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_F(ReduceCommand, WritesAPaletteWhereThatIsSmallerUnlessForbidden) {
    const Image image = ramp_picture(60, 20);
    write_picture("in.png", image);
    const auto color_type = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> words{"reduce", "in.png", "-o", name, "-r", "0.05"};
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_EQ(run(words).code, 0);
        expect_same_pixels(read_picture(name), expected(image, {}));
        return int{read_text(folder / name)[25]};
    };
    EXPECT_EQ(color_type("small.png", {}), 3);
    EXPECT_EQ(color_type("true.png", {"--truecolor"}), 6);
    EXPECT_EQ(color_type("ordered.png", {"--order", "lightness"}), 3);
    EXPECT_EQ(color_type("indexed.png", {"--order", "lightness", "--indexed"}), 3);
    EXPECT_EQ(read_text(folder / "ordered.png"), read_text(folder / "indexed.png"));
    EXPECT_LT(read_text(folder / "small.png").size(), read_text(folder / "true.png").size());
    const Ended both = run({"reduce", "in.png", "-o", "no.png", "--indexed", "--truecolor"});
    EXPECT_EQ(both.code, 2);
    EXPECT_THAT(both.err, HasSubstr("--truecolor"));
    EXPECT_EQ(run({"reduce", "in.png", "-o", "no.jpg", "--truecolor"}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_F(ReduceCommand, WritesTheSourceInPlaceOfAResultThatIsNotSmaller) {
    // Of one colour, so that hardly any file of it is smaller.
    const Image flat(16, 16, std::vector<Rgba8>(256, {200, 100, 50, 255}));
    write_picture("flat.png", flat);
    write_picture("photo.png", random_picture(60, 60, 1));
    std::filesystem::create_directory(folder / "out");
    const Ended ended = run({"reduce", "flat.png", "photo.png", "--output-dir", "out", "--colors", "4",
                             "--settings", "--keep-smaller", "--json"});
    EXPECT_EQ(ended.code, 0) << ended.err;
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
            run({"reduce", name, "-o", out, "--colors", "4", "--keep-smaller", "--keep-metadata"});
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(read_text(folder / out), read_text(folder / name));
        EXPECT_THAT(ended.err, HasSubstr("written instead"));
    }
    const std::string source = read_text(folder / "in.png");
    EXPECT_EQ(run({"reduce", "-", "-o", "-", "--keep-smaller", "--settings"}, source).out, source);
    EXPECT_EQ(run({"reduce", "in.webp", "-o", "other.bmp", "--keep-smaller"}).code, 0);
    EXPECT_EQ(read_text(folder / "other.bmp").substr(0, 2), "BM");
    const Ended refused = run({"reduce", "in.png", "-o", "no.png", "--keep-smaller", "--indexed"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("--keep-smaller may write the source"));
}

TEST_F(ReduceCommand, WritesTheSmallestFile) {
    const Image image = ramp_picture(200, 90);
    write_picture("in.png", image);
    EXPECT_EQ(run({"reduce", "in.png", "-o", "usual.png", "-r", "0.05"}).code, 0);
    EXPECT_EQ(run({"reduce", "in.png", "-o", "smallest.png", "-r", "0.05", "--smallest"}).code, 0);
    expect_same_pixels(read_picture("smallest.png"), expected(image, {}));
    EXPECT_LT(read_text(folder / "smallest.png").size(), read_text(folder / "usual.png").size());
}

TEST_F(ReduceCommand, ReportsTheLossesOfAFormat) {
    write_picture("in.png", ramp_picture(32, 8));
    const Ended ended = run({"reduce", "in.png", "-o", "out.jpg"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_THAT(ended.err, HasSubstr("JPEG"));
    EXPECT_EQ(run({"reduce", "in.png", "-o", "quiet.jpg", "--quiet"}).err, "");
}

TEST_F(ReduceCommand, FormatCanBeGivenForAFolderAndAnyName) {
    write_picture("in.png", ramp_picture(32, 8));
    EXPECT_EQ(run({"reduce", "in.png", "--output-dir", ".", "--format", "bmp"}).code, 0);
    EXPECT_EQ(run({"reduce", "in.png", "-o", "in.txt", "--format", "bmp"}).code, 0);
    EXPECT_EQ(read_text(folder / "in.bmp").substr(0, 2), "BM");
    EXPECT_EQ(read_text(folder / "in.bmp"), read_text(folder / "in.txt"));
}

TEST_F(ReduceCommand, KeepsAnInvisiblePictureInvisible) {
    write_picture("in.png", Image(5, 4));
    const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--colors", "3"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    expect_same_pixels(read_picture("out.png"), Image(5, 4));
}

TEST_F(ReduceCommand, QuietSaysNothing) {
    write_picture("in.png", ramp_picture(32, 8));
    const Ended ended = run({"reduce", "in.png", "-o", "out.png", "--quiet"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.out + ended.err, "");
}

}
}
