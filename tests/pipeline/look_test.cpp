#include "pipeline/look.h"

#include "painted.h"
#include "pipeline/enumerators.h"
#include "pipeline/recipe_choice.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

Rgba8 opaque(int value) {
    return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value), 0, 255};
}

TEST(Look, IsRecognisedByItsRecipe) {
    for (const Look look : enumerators<Look>) {
        Recipe recipe = recipe_of(look);
        EXPECT_EQ(look_of(recipe), look);
        recipe.output.order = SwatchOrder::hue;
        recipe.source.profile = ProfileUse::keep;
        recipe.shift.pins = {{Rgb{1, 2, 3}}};
        EXPECT_EQ(look_of(recipe), look);
        EXPECT_EQ(look_of(recipe.at(recipe.shift.radius + 0.001)), std::nullopt);
        EXPECT_EQ(nearest_look(recipe), look);
        EXPECT_EQ(nearest_look(recipe.at(recipe.shift.radius + 0.001)), look);
    }
}

TEST(Look, KeepsEditsProfileAndOrder) {
    Recipe recipe;
    recipe.output.transparent_index = 3;
    recipe.source.profile = ProfileUse::ignore;
    recipe.source.smooth = 2;
    recipe.palette.joins = {{Rgb{1, 1, 1}, Rgb{2, 2, 2}}};
    const Recipe other = with_look(recipe, recipe_of(Look::flat));
    EXPECT_EQ(other.output, recipe.output);
    EXPECT_EQ(other.source.profile, ProfileUse::ignore);
    EXPECT_EQ(other.source.smooth, 0);
    EXPECT_EQ(other.palette.joins, recipe.palette.joins);
    EXPECT_EQ(look_of(other), Look::flat);
}

TEST(Look, CountsColorsUpToALimit) {
    const auto of_colors = [](int count) {
        return painted(64, 64, [=](int x, int y) { return opaque((x * 64 + y) % count); });
    };
    EXPECT_TRUE(has_few_colors(of_colors(32), few_colors));
    EXPECT_FALSE(has_few_colors(of_colors(33), few_colors));
    EXPECT_TRUE(has_few_colors(Image{}, 0));
    EXPECT_TRUE(has_few_colors(painted(64, 64,
                                       [](int x, int y) {
                                           return Rgba8{std::uint8_t(x), std::uint8_t(y), 0, 0};
                                       }),
                               0))
        << "transparent pixels have none";
}

}
}
