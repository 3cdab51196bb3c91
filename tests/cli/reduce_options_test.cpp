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

/// The request that a command with all settings makes.
Recipe read(const std::string& settings) {
    CLI::App program;
    Arguments arguments(program, "command", "", "");
    GivenSettings given;
    for (const RecipeRow& row : recipe_rows()) add_settings(arguments, given, {row.word});
    program.parse("command " + settings);
    return with_settings({}, given);
}

TEST(ReduceOptions, MayBeRepeatedIfTheyAreLists) {
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
