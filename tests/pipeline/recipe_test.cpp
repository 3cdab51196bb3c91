#include "pipeline/recipe.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(Recipe, ReadsAsTheCommandLine) {
    EXPECT_EQ(recipe_text({}), "--radius 0.05 --weighting palette --transfer srgb");
    const Recipe all{.options = {.radius = 0.1,
                                 .weighting = Weighting::frequency,
                                 .transfer = Transfer::linear,
                                 .max_iterations = 7},
                     .smooth = 3,
                     .merge_distance = 0.0125};
    EXPECT_EQ(recipe_text(all), "--radius 0.1 --weighting frequency --transfer linear --max-iterations 7 "
                                "--smooth 3 --merge 0.0125");
}

TEST(Recipe, ComesBackAsItWas) {
    const Recipe recipe{.options = {.radius = 1.0 / 3,
                                    .weighting = Weighting::frequency,
                                    .transfer = Transfer::linear,
                                    .max_iterations = 0},
                        .smooth = 16,
                        .merge_distance = 1e-7};
    const auto read = parse_recipe(recipe_text(recipe));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->options.radius, 1.0 / 3);
    EXPECT_EQ(read->options.weighting, Weighting::frequency);
    EXPECT_EQ(read->options.transfer, Transfer::linear);
    EXPECT_EQ(read->options.max_iterations, 0u);
    EXPECT_EQ(read->smooth, 16);
    EXPECT_EQ(read->merge_distance, 1e-7);
    EXPECT_FALSE(parse_recipe(recipe_text({}))->options.max_iterations);
}

TEST(Recipe, RefusesWhatIsNone) {
    for (const char* text :
         {"", "hello", "--radius", "--radius 0", "--radius nan", "--radius 2", "--radius 0.1x",
          "--radius 0.1 --smooth 17", "--smooth -1", "--merge -0.1", "--merge inf", "--weighting some",
          "--transfer", "--max-iterations -1", "--radius 0.1 --output /etc/passwd"})
        EXPECT_FALSE(parse_recipe(text)) << text;
}

}
}
