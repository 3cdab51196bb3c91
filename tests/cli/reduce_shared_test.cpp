#include "cli/cli_run.h"
#include "image/png_files.h"
#include "reduction/color_set.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace huedrift {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr int shared_width = 30;

/// Colours of a few ramps, so that a radius joins some.
Image soft_picture(int height, unsigned seed, std::uint8_t lightest) {
    Image image = random_picture(shared_width, height, seed);
    for (Rgba8& p : image.pixels()) {
        p.r = std::min(p.r, lightest);
        p.g = static_cast<std::uint8_t>(p.r / 2 + p.g / 8);
        p.b = static_cast<std::uint8_t>(p.b / 64 * 60);
    }
    return image;
}

Image appended(std::span<const Image> images) {
    std::vector<Rgba8> pixels;
    for (const Image& image : images)
        pixels.insert(pixels.end(), image.pixels().begin(), image.pixels().end());
    const int height = static_cast<int>(pixels.size()) / shared_width;
    return {shared_width, height, std::move(pixels)};
}

/// Reduces three pictures, and the one of all three.
class SharedPaletteOfReduce : public CliTest {
protected:
    SharedPaletteOfReduce() {
        images.push_back(soft_picture(20, 1, 255));
        images.push_back(soft_picture(11, 2, 99));
        images.push_back(soft_picture(16, 3, 30));
        for (std::size_t i = 0; i < images.size(); ++i) write_picture(names[i] + ".png", images[i]);
        write_picture("all.png", appended(images));
    }

    void reduce_together(const std::string& options) const {
        success("reduce a.png b.png c.png --together --output-dir out --force " + options);
        success("reduce all.png -o whole.png --force " + options);
    }
    std::vector<Image> results() const {
        std::vector<Image> results;
        for (const std::string& name : names) results.push_back(read_picture("out/" + name + ".png"));
        return results;
    }
    std::string palette_chunk(const std::string& name) const {
        for (const PngChunk& chunk : png_chunks(bytes_of(read_text(folder / name))))
            if (chunk.type == "PLTE") return chunk.data;
        return "";
    }

    std::vector<Image> images;
    std::vector<std::string> names{"a", "b", "c"};
};

TEST_F(SharedPaletteOfReduce, EqualsThePaletteOfThePicturesAppended) {
    for (const std::string options :
         {"--look photo --dither off", "--look poster", "-r 0.1 --weighting palette --transfer linear",
          "-r 0.02 --merge off --max-iterations 2", "-r 0.05 --colors 7 --assign nearest",
          "-r 0.05 --pin 000000@0.2 --min-share 5", "--look photo --dither off --max-error 0.03",
          "--to ff0000,00ff00,202020,808080 --dither off", "--to ff0000,202020 --directly",
          "-r 0.05 --recolor 000000=123456 --colors 3"}) {
        reduce_together(options);
        EXPECT_TRUE(std::ranges::equal(appended(results()).pixels(), read_picture("whole.png").pixels()))
            << options;
    }
}

TEST_F(SharedPaletteOfReduce, HasTheSameIndicesInAllPictures) {
    for (const std::string order : {"pixels", "lightness", "rgb"}) {
        reduce_together("--colors 12 --indexed --order " + order + " --dither off");
        EXPECT_TRUE(std::ranges::equal(appended(results()).pixels(), read_picture("whole.png").pixels()));
        const std::string expected = palette_chunk("whole.png");
        EXPECT_GT(expected.size(), 6u);
        for (const std::string& name : names) EXPECT_EQ(palette_chunk("out/" + name + ".png"), expected);
    }
    const std::string given = palette_chunk("out/a.png");
    reduce_together("--colors 12 --indexed");
    for (const std::string& name : names)
        EXPECT_EQ(palette_chunk("out/" + name + ".png").size(), given.size());
    EXPECT_EQ(palette_chunk("out/b.png"), palette_chunk("out/a.png"));
    EXPECT_EQ(palette_chunk("out/c.png"), palette_chunk("out/a.png"));
}

TEST_F(SharedPaletteOfReduce, KeepsIndicesWhereAPictureIsTransparentInPart) {
    images[1].pixels()[3] = {};
    write_picture("b.png", images[1]);
    reduce_together("--colors 12 --indexed");
    const std::string opaque = palette_chunk("out/a.png");
    EXPECT_THAT(palette_chunk("out/b.png"), StartsWith(opaque));
    EXPECT_EQ(palette_chunk("out/b.png").size(), opaque.size() + 3);
}

TEST_F(SharedPaletteOfReduce, DithersEachPictureToAllOfIt) {
    reduce_together("--colors 8 --dither diffusion --indexed");
    EXPECT_EQ(palette_chunk("out/c.png"), palette_chunk("out/a.png"));
}

TEST_F(SharedPaletteOfReduce, GivesEachPictureItsOwnPixelGrid) {
    // Each picture has shades of its own of the same colours, and cells of its own size; the last has none.
    constexpr int columns = 16, rows = 12;
    constexpr std::array sizes{5, 8, 11};
    constexpr Rgba8 colors[]{
        {200, 30, 40, 255}, {20, 180, 60, 255}, {60, 70, 210, 255}, {240, 230, 200, 255}};
    std::vector<std::vector<std::size_t>> drawn;
    drawn.reserve(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::mt19937 random(static_cast<unsigned>(i));
        auto& cells = drawn.emplace_back(std::size_t(columns * rows));
        for (std::size_t& cell : cells) cell = random() % 4;
        Image image(columns * sizes[i], rows * sizes[i]);
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                Rgba8 pixel = colors[cells[std::size_t(y / sizes[i] * columns + x / sizes[i])]];
                pixel.g = static_cast<std::uint8_t>(pixel.g + i + random() % 3);
                image.pixels()[std::size_t(y * image.width() + x)] = pixel;
            }
        write_picture(names[i] + ".png", image);
    }
    Image flat(40, 30);
    std::ranges::fill(flat.pixels(), colors[0]);
    write_picture("flat.png", flat);

    const Ended ended = success("reduce a.png b.png c.png flat.png --together --output-dir out -r 0.05 "
                                "--pixel-grid auto --indexed --json");
    const auto reports = nlohmann::json::parse(ended.out)["results"];
    const std::string palette = palette_chunk("out/a.png");
    ASSERT_EQ(palette.size(), 3 * std::size(colors));
    std::map<std::size_t, Rgba8> became; // the same in all pictures
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        EXPECT_EQ(palette_chunk("out/" + names[i] + ".png"), palette);
        EXPECT_EQ(reports[i]["grid"]["columns"]["size"], sizes[i]);
        const Image result = read_picture("out/" + names[i] + ".png");
        ASSERT_EQ(result.width(), columns);
        ASSERT_EQ(result.height(), rows);
        for (std::size_t cell = 0; cell < drawn[i].size(); ++cell)
            EXPECT_EQ(became.try_emplace(drawn[i][cell], result.pixels()[cell]).first->second,
                      result.pixels()[cell]);
    }
    EXPECT_EQ(became.size(), std::size(colors));
    EXPECT_EQ(palette_chunk("out/flat.png"), palette);
    EXPECT_EQ(reports[3]["grid"]["found"], false);
    EXPECT_EQ(read_picture("out/flat.png").width(), 40) << "a picture without a grid keeps its pixels";
}

TEST_F(SharedPaletteOfReduce, IsTheSameForATable) {
    reduce_together("-r 0.06 --indexed --palette together.gpl");
    success("count c.png a.png -o ac.counts");
    success("count ac.counts b.png -o all.counts");
    for (const std::string& name : names) {
        success("reduce " + (name + ".png") + " -o " + (name + "2.png") +
                " --counts all.counts -r 0.06 --indexed --palette counts.gpl --force");
        EXPECT_EQ(read_text(folder / (name + "2.png")), read_text(folder / "out" / (name + ".png")));
    }
    const auto entries = [&](const char* name) {
        const std::string text = read_text(folder / name);
        return text.substr(text.find("\n#"));
    };
    EXPECT_EQ(entries("counts.gpl"), entries("together.gpl"));
}

TEST_F(SharedPaletteOfReduce, LacksNoColour) {
    success("count a.png b.png -o ab.counts");
    const Ended ended = command("reduce a.png c.png b.png --counts ab.counts --output-dir out");
    EXPECT_EQ(ended.code, 3);
    EXPECT_THAT(ended.err, AllOf(HasSubstr("c.png: its colour #"), HasSubstr("was not counted")));
    EXPECT_TRUE(std::filesystem::exists(folder / "out/b.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out/c.png"));
}

TEST_F(SharedPaletteOfReduce, SkipsUnreadablePictures) {
    write_text(folder / "bad.png", "no picture");
    const Ended ended = command("reduce a.png bad.png b.png --together --output-dir out --json");
    EXPECT_EQ(ended.code, 3);
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 3); // one sentence each
    EXPECT_FALSE(std::filesystem::exists(folder / "out/bad.png"));
    const auto json = nlohmann::json::parse(ended.out);
    EXPECT_EQ(json["failures"].size(), 1u);
    EXPECT_EQ(json["results"].size(), 2u);
    const Image both = appended(std::span(images).first(2));
    const ColorSet colors(both, Transfer::srgb);
    EXPECT_EQ(json["shared"]["visible_pixels"], colors.pixels());
    EXPECT_EQ(json["shared"]["distinct_colors"], colors.size());
    EXPECT_EQ(json["shared"]["halvings"], 0);
    write_picture("both.png", both);
    success("reduce both.png -o whole.png");
    const std::vector<Image> parts{read_picture("out/a.png"), read_picture("out/b.png")};
    EXPECT_TRUE(std::ranges::equal(appended(parts).pixels(), read_picture("whole.png").pixels()));
}

TEST_F(SharedPaletteOfReduce, RefusesItsFileBeforeItReadsPictures) {
    write_text(folder / "bad.png", "no picture");
    write_text(folder / "old.gpl", "old");
    write_text(folder / "bad.counts", "no table");
    for (const std::string way : {"--together", "--counts bad.counts"}) {
        const Ended ended = command("reduce a.png bad.png --output-dir out --palette old.gpl " + way);
        EXPECT_EQ(ended.code, 4);
        EXPECT_EQ(ended.err, "huedrift-cli: old.gpl exists; use --force to replace it\n");
    }
}

TEST_F(SharedPaletteOfReduce, HasItsNotesInTheReport) {
    const Ended ended =
        success("reduce a.png b.png --together --output-dir out --json --colors 1 --join 010203=040506");
    const std::string note = "does not have both #010203 and #040506";
    EXPECT_THAT(ended.err, HasSubstr(note));
    EXPECT_THAT(nlohmann::json::parse(ended.out)["shared"]["notes"].dump(), HasSubstr(note));
}

TEST_F(SharedPaletteOfReduce, RefusesImpossibleRequests) {
    EXPECT_EQ(command("reduce - --together --output-dir out", read_text(folder / "a.png")).code, 2);
    refusal(2, "reduce a.png --together --counts x --output-dir out");
    refusal(3, "reduce a.png --counts missing -o x.png");
    refusal(3, "reduce a.png --counts b.png -o x.png", "b.png: not a colour table");
    refusal(3, "reduce bad.png --together --output-dir out");
    write_text(folder / "p.gpl", "there");
    refusal(4, "reduce a.png --together --palette p.gpl --output-dir out");
    EXPECT_EQ(read_text(folder / "p.gpl"), "there");
}

}
}
