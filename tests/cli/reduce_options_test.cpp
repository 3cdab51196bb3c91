#include "cli/commands.h"
#include "cli/options.h"
#include "pipeline/recipe_rows.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace huedrift {
namespace {

TEST(ReduceOptions, HaveEverySettingOfARecipe) {
    CLI::App program;
    add_reduce(program);
    for (const RecipeRow& row : recipe_rows())
        EXPECT_TRUE(program.get_subcommand("reduce")->get_option_no_throw(row.option())) << row.word;
}

/// What a command with all settings reads.
Recipe read(const std::string& settings) {
    CLI::App program;
    Arguments arguments(program, "command", "", "");
    GivenSettings given;
    for (const RecipeRow& row : recipe_rows()) add_settings(arguments, given, {row.word});
    program.parse("command " + settings);
    return with_settings({}, given);
}

TEST(ReduceOptions, ReadTheTextOfARecipe) {
    const Recipe recipe{.source = {.profile = ProfileUse::keep,
                                   .alpha = {.kind = AlphaMode::Kind::threshold, .threshold = 9},
                                   .smooth = 3,
                                   .transfer = Transfer::linear},
                        .shift = {.radius = 0.1,
                                  .weighting = Weighting::palette,
                                  .max_iterations = 7,
                                  .merge = 0.0125,
                                  .assign = Assign::nearest,
                                  .refine = Refine::off,
                                  .pins = {{{255, 0, 0}}, {{0, 1, 2}, 0.25}}},
                        .size = {.min_share = 0.5},
                        .palette = {.soft_edges = SoftEdges::ignore,
                                    .colors = 12,
                                    .join_by = JoinBy::distance,
                                    .settle = 8,
                                    .snap = Snap::on,
                                    .levels = Levels::rgb333,
                                    .to = {{0x12, 0x34, 0x56}},
                                    .directly = true,
                                    .strict = true,
                                    .joins = {{{1, 1, 1}, {2, 2, 2}}},
                                    .recolors = {{{3, 3, 3}, {4, 4, 4}}}},
                        .labels = {.defringe = 2,
                                   .min_region = 30,
                                   .grid = {GridChoice::Kind::given, {7300, 8000}},
                                   .scale = 4,
                                   .dither = Dither::ordered,
                                   .strength = 0.5,
                                   .tiles = TileSize{16, 8},
                                   .palettes = 8,
                                   .shared_color = Rgb{1, 2, 3}},
                        .output = {.order = SwatchOrder::lightness,
                                   .arrange = {{7, 7, 7}},
                                   .transparent_index = 255,
                                   .palette = {{9, 8, 7}},
                                   .bits = 8,
                                   .pad = 256}};
    EXPECT_EQ(read(recipe_text(recipe)), recipe);
    EXPECT_EQ(
        read("--colours 5 --pin 010203 --pin '#040506,070809@0'"),
        (Recipe{.shift = {.pins = {{{1, 2, 3}}, {{4, 5, 6}}, {{7, 8, 9}, 0.0}}}, .palette = {.colors = 5}}));
}

TEST(ReduceOptions, RefuseValuesOutOfRangeAndSayWhichThereAre) {
    const auto message = [](const std::string& settings) -> std::string {
        try {
            read(settings);
        } catch (const CLI::ParseError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(message("-r 0.1"), "");
    EXPECT_EQ(message("-r 0"), "");
    EXPECT_EQ(message("-r -0.1"), "--radius: -0.1 is not a valid value (0 to 1.7320508075688772)");
    EXPECT_EQ(message("--smooth 17"), "--smooth: 17 is not a valid value (0 to 16)");
    EXPECT_EQ(message("--smooth 1.5"), "--smooth: 1.5 is not a valid value (0 to 16)");
    EXPECT_EQ(message("--snap maybe"), "--snap: maybe is not a valid value (on or off)");
    EXPECT_EQ(message("--max-error 2"), "--max-error: 2 is not a valid value (0 to 1)");
    EXPECT_EQ(message("--error most"), "--error: most is not a valid value (mean, p95 or max)");
    EXPECT_EQ(message("--settle 65"), "--settle: 65 is not a valid value (0 to 64)");
    EXPECT_EQ(message("--alpha none"), "--alpha: none is not a valid value");
    for (const std::string size : {"8", "0x8", "8x65", "8x", "x8", "8x8x8"})
        EXPECT_EQ(message("--tiles " + size), "--tiles: " + size + " is not a valid value");
    EXPECT_EQ(message("--palettes 257"), "--palettes: 257 is not a valid value (1 to 256)");
    EXPECT_EQ(message("--shared-color red"), "--shared-color: red is not a valid value");
    EXPECT_EQ(message("--pin red"), "--pin: red is not a valid value");
    EXPECT_NE(message("--weighting some"), "");
}

}
}
