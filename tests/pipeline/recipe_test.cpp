#include "pipeline/recipe.h"

#include <gtest/gtest.h>

#include <limits>

namespace huedrift {
namespace {

TEST(Recipe, ReadsAsTheCommandLine) {
    EXPECT_EQ(recipe_text({}),
              "--radius 0.05 --weighting frequency --transfer srgb --merge auto --assign basin");
    const Recipe all{.radius = 0.1,
                     .weighting = Weighting::palette,
                     .transfer = Transfer::linear,
                     .smooth = 3,
                     .max_iterations = 7,
                     .merge = 0.0125,
                     .assign = Assign::nearest,
                     .join_to = 12};
    EXPECT_EQ(recipe_text(all), "--radius 0.1 --weighting palette --transfer linear --max-iterations 7 "
                                "--smooth 3 --merge 0.0125 --assign nearest --join-to 12");
    EXPECT_EQ(recipe_text({.merge = 0.0}),
              "--radius 0.05 --weighting frequency --transfer srgb --merge off --assign basin");
}

TEST(Recipe, WithoutMergingIsOfAVersionThatDidNotMerge) {
    const auto read = parse_recipe("--radius 0.05 --weighting palette --transfer srgb");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->merge, 0.0);
    EXPECT_EQ(parse_recipe("--merge auto")->merge, std::nullopt);
    EXPECT_EQ(parse_recipe("--merge off")->merge, 0.0);
    EXPECT_EQ(parse_recipe("--merge 0.01")->merge, 0.01);
}

TEST(Recipe, OfAVersionThatJoinedChainsSaysSo) {
    EXPECT_NE(recipe_note("--radius 0.05 --weighting palette --transfer srgb --merge 0.01"), "");
    for (const char* const now : {"", "no recipe --merge 0.01", "--radius 0.05", "--merge auto", "--merge 0"})
        EXPECT_EQ(recipe_note(now), "") << now;
    EXPECT_EQ(recipe_note(recipe_text({.merge = 0.01})), "");
}

TEST(Recipe, ComesBackAsItWas) {
    const Recipe recipe{.radius = 1.0 / 3,
                        .weighting = Weighting::frequency,
                        .transfer = Transfer::linear,
                        .smooth = 16,
                        .max_iterations = 0,
                        .merge = 1e-7,
                        .assign = Assign::nearest,
                        .join_to = 1};
    const auto read = parse_recipe(recipe_text(recipe));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->radius, 1.0 / 3);
    EXPECT_EQ(read->weighting, Weighting::frequency);
    EXPECT_EQ(read->transfer, Transfer::linear);
    EXPECT_EQ(read->max_iterations, 0u);
    EXPECT_EQ(read->smooth, 16);
    EXPECT_EQ(read->merge, 1e-7);
    EXPECT_EQ(*read, recipe);
    EXPECT_FALSE(parse_recipe(recipe_text({}))->max_iterations);
}

TEST(Recipe, NamesANumberOfColorsInPlaceOfTheRadius) {
    const Recipe recipe{.colors = 16};
    EXPECT_EQ(recipe_text(recipe),
              "--colors 16 --weighting frequency --transfer srgb --merge auto --assign basin");
    EXPECT_EQ(parse_recipe(recipe_text(recipe)), recipe);
}

TEST(Recipe, IsTakenToTheNearestWithinItsRanges) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(clamped({.radius = 9}).radius, max_radius);
    EXPECT_EQ(clamped({.radius = 0}).radius, 0x1p-24);
    EXPECT_EQ(clamped({.radius = nan}).radius, 0.05);
    EXPECT_EQ(clamped({.merge = -1}).merge, 0.0);
    EXPECT_EQ(clamped({.merge = nan}).merge, std::nullopt);
    EXPECT_EQ(clamped({.smooth = 99}).smooth, 16);
    EXPECT_EQ(clamped({.join_to = 0}).join_to, 1u);
    const Recipe fine{.radius = 0.3, .smooth = 2, .merge = 0.1};
    EXPECT_EQ(clamped(fine), fine);
}

TEST(Recipe, RefusesWhatIsNone) {
    for (const char* text : {"",
                             "hello",
                             "--radius",
                             "--radius 0",
                             "--radius nan",
                             "--radius 2",
                             "--radius 0.1x",
                             "--radius 0.1 --smooth 17",
                             "--smooth -1",
                             "--merge -0.1",
                             "--merge inf",
                             "--merge some",
                             "--assign some",
                             "--weighting some",
                             "--weighting 1",
                             "--colors 0",
                             "--join-to 0",
                             "--join-to many",
                             "--smooth 1.5",
                             "--transfer",
                             "--max-iterations -1",
                             "--radius 0.1 --output /etc/passwd"})
        EXPECT_FALSE(parse_recipe(text)) << text;
}

}
}
