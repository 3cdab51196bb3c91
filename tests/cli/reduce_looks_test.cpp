#include "cli/cli_run.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ReduceLooks : public CliTest {};

TEST_F(ReduceLooks, GivesAPictureTheLookThatSuitsIt) {
    write_picture("noise.png", random_picture(60, 60, 4));
    const Ended ended = success("reduce noise.png -o out.png");
    EXPECT_THAT(ended.err, HasSubstr("3599 -> 32 colours, photo, no drift, "));
    EXPECT_EQ(count_colors(read_picture("out.png")), 32u);
    Image flat(40, 10);
    std::ranges::fill(flat.pixels(), Rgba8{1, 2, 3, 255});
    write_picture("flat.png", flat);
    const Ended one = command("reduce flat.png -o one.png");
    EXPECT_THAT(one.err, HasSubstr("1 -> 1 colour, no drift, "));
    EXPECT_THAT(one.err, HasSubstr("flat.png: already has 1 colour and stays as it is"));
    for (int i = 0; i < 40; ++i) flat.pixels()[std::size_t(i)].r = std::uint8_t(50 + i);
    write_picture("many.png", flat);
    const Ended many = command("reduce many.png -o few.png");
    EXPECT_THAT(many.err, HasSubstr("41 -> "));
    EXPECT_THAT(many.err, HasSubstr(" colours, photo, "));
}

TEST_F(ReduceLooks, AreasHaveTheirOwn) {
    write_picture("in.png", random_picture(30, 30, 4));
    const auto said = [&](const std::string& options) {
        return command("reduce in.png -o out.png --force " + options).err;
    };
    const char* const note = "areas get --look flat, and so does a picture beside them";
    for (const char* const areas : {"--svg out.svg", "--layers out.ora", "--masks parts", "--areas out.json"})
        EXPECT_THAT(said(areas), AllOf(HasSubstr("colours, flat, radius 0.01, "), HasSubstr(note)));
    for (const char* const own : {"--look photo", "-r 0.01", "--to 000000,ffffff"})
        EXPECT_THAT(said(std::string("--svg out.svg ") + own), testing::Not(HasSubstr("flat")));
}

TEST_F(ReduceLooks, KeepsAPictureOfFewColors) {
    const Image image = few_colors_picture(21);
    write_picture("in.png", image);
    const auto said = [&](const std::string& options) {
        return command("reduce in.png -o out.png --force " + options).err;
    };
    EXPECT_THAT(
        said(""),
        HasSubstr("in.png: already has 21 colours and stays as it is; --colors 16 reduces it further"));
    expect_same_pixels(read_picture("out.png"), image);
    EXPECT_THAT(said("--look photo"), HasSubstr("already has 21 colours"));
    expect_same_pixels(read_picture("out.png"), image);
    // After the drift only two of its colours have as many as four inner pixels.
    EXPECT_THAT(said("--look flat"), HasSubstr("21 -> 2 colours, flat, radius 0.01, "));
    EXPECT_THAT(said("--look flat --soft-edges count"), HasSubstr("21 -> 16 colours, flat"));
    EXPECT_THAT(said("--colors 16"), HasSubstr("21 -> 16 colours"));
    EXPECT_THAT(said("--look photo -r 0.05"), testing::Not(HasSubstr("already")));
    EXPECT_THAT(said("-r 0.05 --colors 256"), testing::Not(HasSubstr("21 -> 21")));
    said("--to 000000,ffffff --colors 64");
    EXPECT_LE(count_colors(read_picture("out.png")), 2u);
    EXPECT_THAT(said("--min-share 30"), testing::Not(HasSubstr("21 -> 21")));
}

TEST_F(ReduceLooks, AGridAloneMeansTheLookOfPixelArt) {
    Image sprite(96, 96);
    const Image cells = random_picture(16, 16, 7);
    for (std::size_t i = 0; i < sprite.pixels().size(); ++i)
        sprite.pixels()[i] = cells.pixels()[i / 96 / 6 * 16 + i % 96 / 6];
    write_picture("in.png", sprite);
    const Ended grid = command("reduce in.png -o grid.png --pixel-grid auto");
    EXPECT_THAT(grid.err, AllOf(HasSubstr(" colours, pixel-art, no drift, "), HasSubstr(" 16 x 16 cells ")));
    success("reduce in.png -o look.png --look pixel-art");
    EXPECT_EQ(read_text(folder / "grid.png"), read_text(folder / "look.png"));
    EXPECT_THAT(command("reduce in.png -o near.png --pixel-grid 6 --look photo").err,
                HasSubstr("32 colours, photo, no drift, 16 x 16 cells"));
    const Ended plain = command("reduce in.png -o plain.png");
    EXPECT_THAT(plain.err,
                AllOf(HasSubstr("-> 256 colours, pixel-art, no drift, "), HasSubstr(" 16 x 16 cells ")));
}

TEST_F(ReduceLooks, AGridThatIsAskedForIsKeptWithFewColors) {
    Image sprite(96, 96);
    for (std::size_t i = 0; i < sprite.pixels().size(); ++i) {
        const std::size_t cell = i / 96 / 8 * 12 + i % 96 / 8;
        const auto value = static_cast<std::uint8_t>(cell * 2654435761u >> 29 << 5);
        sprite.pixels()[i] = {value, static_cast<std::uint8_t>(255 - value), 40, 255};
    }
    write_picture("in.png", sprite);
    const Ended few = command("reduce in.png -o out.png --look pixel-art --colors 16");
    EXPECT_THAT(few.err,
                AllOf(HasSubstr("8 -> 8 colours, pixel-art, no drift, "), HasSubstr(", 12 x 12 cells ")));
    EXPECT_THAT(few.err, HasSubstr("written to out.png"));
}

TEST_F(ReduceLooks, SettingsOverrideALook) {
    write_picture("in.png", random_picture(60, 60, 4));
    const auto said = [&](const std::string& options) {
        return command("reduce in.png -o out.png --force " + options).err;
    };
    EXPECT_THAT(said("--colors 7"), HasSubstr("-> 7 colours, photo, no drift"));
    EXPECT_THAT(said("--look poster"), HasSubstr("-> 12 colours, poster, radius 0.03"));
    EXPECT_THAT(said("--look poster -r 0.01 --colors 20"), HasSubstr("-> 20 colours, poster, radius 0.01"));
    EXPECT_THAT(said("-r 0.2"), testing::Not(HasSubstr("photo")));
    EXPECT_THAT(said("--look flat --dither ordered"), HasSubstr("flat"));
    EXPECT_THAT(said("--look grand"), HasSubstr("--look"));
}

}
}
