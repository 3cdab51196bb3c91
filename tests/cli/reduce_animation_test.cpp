#include "cli/cli_run.h"
#include "image/load.h"
#include "image/save.h"
#include "painted.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace huedrift {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

constexpr int width = 30, height = 19, frames = 5;

/// A square that wanders over a gradient, a line of which is transparent.
Image wandering_square() {
    return painted(width, frames * height, [](int x, int row) -> Rgba8 {
        const int i = row / height, y = row % height;
        if (y == 2 + i) return {};
        if (x / 6 == i && y > 3 && y < 12) return {240, 30, static_cast<std::uint8_t>(40 + i), 255};
        return {static_cast<std::uint8_t>(x * 8), static_cast<std::uint8_t>(y / 4 * 40), 90, 255};
    });
}

const Animation timing{.delays = {{5, 100}, {0, 100}, {7, 100}, {100, 100}, {1, 100}}, .plays = 3};

/// The same frames as an animation and as pictures.
class ReduceAnimation : public CliTest {
protected:
    ReduceAnimation() {
        write("in.gif", encode_image(strip, ImageFormat::gif, {.animation = timing}));
        for (std::size_t i = 0; i < std::size_t(frames); ++i)
            write_picture(names[i], frame_of(strip, frames, i));
    }
    void write(const std::string& name, std::span<const std::byte> file) const {
        write_text(folder / name, std::string(reinterpret_cast<const char*>(file.data()), file.size()));
    }
    LoadedImage read(const std::string& name) const {
        return load_image_file(folder / name, {.max_frames = LoadLimits::all_frames});
    }

    const Image strip = wandering_square();
    const std::vector<std::string> names{"a.png", "b.png", "c.png", "d.png", "e.png"};
};

TEST_F(ReduceAnimation, HasThePaletteOfItsFramesTogether) {
    for (const std::string options :
         {"--look photo --dither off", "-r 0.1 --weighting palette", "-r 0.05 --colors 7 --assign nearest",
          "--to ff0000,00ff00,202020,808080 --dither off", "-r 0.05 --smooth 2 --min-region 9",
          "-r 0.12 --defringe 2", "--look photo --colors 6 --dither ordered",
          "--look photo --colors 6 --dither blue-noise", "--look flat --colors 6 --dither diffusion"}) {
        success("reduce in.gif -o out.gif --force " + options);
        success("reduce a.png b.png c.png d.png e.png --together --output-dir out --force " + options);
        const LoadedImage result = read("out.gif");
        EXPECT_EQ(result.animation, timing);
        for (std::size_t i = 0; i < std::size_t(frames); ++i)
            EXPECT_THAT(frame_of(result.image, frames, i).pixels,
                        ElementsAreArray(read_picture("out/" + names[i]).pixels()))
                << options << i;
    }
}

TEST_F(ReduceAnimation, AnAnimationIsAMaskByItsFirstFrame) {
    for (const std::string option : {"--importance ", "--dither-mask "}) {
        success("reduce in.gif -o out.gif --colors 4 --dither diffusion --force " + option + "a.png");
        const std::string by_picture = read_text(folder / "out.gif");
        success("reduce in.gif -o out.gif --colors 4 --dither diffusion --force " + option + "in.gif");
        EXPECT_EQ(read_text(folder / "out.gif"), by_picture);
    }
}

TEST_F(ReduceAnimation, IsDitheredByBlueNoiseWhereAPictureIsByDiffusion) {
    const auto reduced = [&](const std::string& source, const std::string& option) {
        success("reduce " + source + " -o out.gif --force --look photo --colors 6 " + option);
        return read_text(folder / "out.gif");
    };
    for (const auto& [source, means] :
         {std::pair("in.gif", "--dither blue-noise"), std::pair("a.png", "--dither diffusion")}) {
        EXPECT_EQ(reduced(source, ""), reduced(source, means));
        EXPECT_EQ(reduced(source, "--dither auto"), reduced(source, means));
    }
    EXPECT_NE(reduced("in.gif", ""), reduced("in.gif", "--dither diffusion"));
    EXPECT_NE(reduced("a.png", ""), reduced("a.png", "--dither blue-noise"));
}

TEST_F(ReduceAnimation, IsTheSameInEveryFormat) {
    success("reduce in.gif -o out.gif --colors 9");
    success("reduce in.gif -o out.apng --colors 9");
    success("reduce in.gif -o indexed.apng --colors 9 --indexed");
    success("reduce out.apng -o again.gif -r 0.0001");
    const LoadedImage gif = read("out.gif");
    for (const char* name : {"out.apng", "indexed.apng", "again.gif"}) {
        const LoadedImage other = read(name);
        EXPECT_THAT(other.image.pixels(), ElementsAreArray(gif.image.pixels())) << name;
        EXPECT_EQ(other.animation, timing);
    }
}

TEST_F(ReduceAnimation, ReportsFramesPlaysAndDuration) {
    const Ended ended = success("reduce in.gif -o out.gif --json --colors 9");
    EXPECT_THAT(ended.err, HasSubstr("in.gif: 5 frames, "));
    const auto result = nlohmann::json::parse(ended.out)["results"][0];
    EXPECT_EQ(result["animation"]["frames"], 5);
    EXPECT_EQ(result["animation"]["plays"], 3);
    EXPECT_NEAR(result["animation"]["seconds"].get<double>(), 0.05 + 0.1 + 0.07 + 1 + 0.1, 1e-9);
    EXPECT_EQ(result["width"], width);
    EXPECT_EQ(result["height"], height);
    for (const auto& color : result["palette"]) EXPECT_LE(color["box"][3], height);
}

TEST_F(ReduceAnimation, HasColoursAtTheirIndices) {
    success("reduce in.gif -o out.gif --colors 12 --order lightness --palette out.hex --transparent-index 3");
    std::string palette = read_text(folder / "out.hex"), listed;
    const std::string file = read_text(folder / "out.gif"), clear = "00000000\n";
    ASSERT_NE(palette.find(clear), palette.npos);
    palette.replace(palette.find(clear), clear.size(), "000000\n"); // a GIF has no alpha
    for (std::size_t i = 13; listed.size() < palette.size(); i += 3) {
        constexpr const char* digits = "0123456789abcdef";
        for (std::size_t k = i; k < i + 3; ++k) {
            const auto byte = static_cast<unsigned char>(file[k]);
            listed += {digits[byte / 16], digits[byte % 16]};
        }
        listed += '\n';
    }
    EXPECT_EQ(listed, palette);
}

TEST_F(ReduceAnimation, SharesAPaletteWithOthers) {
    write("other.gif", encode_image(frame_of(strip, frames, 2), ImageFormat::gif));
    success(
        "reduce in.gif other.gif --together --colors 11 --format gif --output-dir out --dither blue-noise");
    const auto table = [&](const char* name) { return read_text(folder / name).substr(13, 3 * 11); };
    EXPECT_EQ(table("out/in.gif"), table("out/other.gif"));
    EXPECT_THAT(read("out/other.gif").image.pixels(),
                ElementsAreArray(frame_of(read("out/in.gif").image, frames, 2).pixels));
}

TEST_F(ReduceAnimation, WritesTheFirstFrameToPictureFormats) {
    const Ended ended = success("reduce in.gif -o out.png");
    EXPECT_THAT(ended.err, HasSubstr("only the first frame of the animation was read"));
    success("reduce a.png -o first.png");
    EXPECT_THAT(read_picture("out.png").pixels(), ElementsAreArray(read_picture("first.png").pixels()));
}

TEST_F(ReduceAnimation, APictureBecomesOneFrame) {
    success("reduce a.png -o out.gif");
    success("reduce a.png -o out.png");
    EXPECT_EQ(read("out.gif").animation.frames(), 0u);
    EXPECT_THAT(read("out.gif").image.pixels(), ElementsAreArray(read_picture("out.png").pixels()));
}

TEST_F(ReduceAnimation, RefusesColoursThatAGifCannotHold) {
    write_picture("many.png", random_picture(40, 40, 1));
    const Ended many = refusal(4, "reduce many.png -o out.gif -r 0.0001",
                               "a GIF file holds at most 256 colours, but the result has ");
    EXPECT_THAT(many.err, HasSubstr("--colors 256 "));
    success("reduce many.png -o out.gif --colors 256");
    write_picture("soft.png", Image(2, 1, {{1, 2, 3, 128}, {4, 5, 6, 255}}));
    refusal(4, "reduce soft.png -o soft.gif", "an alpha threshold or a matte removes them");
    success("reduce soft.png -o soft.gif --alpha threshold:100");
    refusal(2, "reduce in.gif -o parts.gif --masks masks", "need a picture, not an animation");
}

TEST_F(ReduceAnimation, ABombIsRefusedInASentence) {
    const std::string frame("\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0", 15);
    std::string file("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF", 19);
    for (int i = 0; i < 100'000; ++i) file += frame;
    write_text(folder / "bomb.gif", file + "\x3B");
    refusal(3, "reduce bomb.gif -o out.gif",
            "100000 frames are too many: an animation may have at most 20000");
    success("reduce bomb.gif -o out.png");
}

}
}
