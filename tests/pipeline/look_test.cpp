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

TEST(Look, IsFlatForLargeAreas) {
    EXPECT_EQ(suggest_look(painted(64, 64, [](int x, int) { return opaque(x / 16); })), Look::flat);
}

TEST(Look, IsPhotoForNoise) {
    EXPECT_EQ(suggest_look(painted(64, 64, [](int x, int y) { return opaque(x * 37 + y * 11); })),
              Look::photo);
}

TEST(Look, IsFlatUpToASixteenthAsManyColoursAsPixels) {
    const auto in_runs = [](int colors) {
        return painted(64, 64, [=](int x, int y) {
            const int color = (64 * y + x) / 4 % colors;
            return Rgba8{static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(color >> 8), 9, 255};
        });
    };
    EXPECT_EQ(suggest_look(in_runs(256)), Look::flat);
    EXPECT_EQ(suggest_look(in_runs(257)), Look::photo);
}

TEST(Look, IsPhotoIfOnlyHalfOfTheNeighboursAreEqual) {
    // Of two pixels in a row, one equals its left neighbour.
    EXPECT_EQ(suggest_look(painted(2, 64, [](int, int) { return opaque(7); })), Look::photo);
    EXPECT_EQ(suggest_look(painted(3, 64, [](int, int) { return opaque(7); })), Look::flat);
}

TEST(Look, IsPhotoForAPhotoInAWideFrame) {
    const auto framed = [](auto inner) {
        return painted(64, 64, [=](int x, int y) {
            const bool is_inner = x >= 16 && x < 48 && y >= 16 && y < 48;
            return is_inner ? inner(x - 16, y - 16) : Rgba8{255, 255, 255, 255};
        });
    };
    // Of 3,072 + 1,024 pixels, noise with 255 colours is below the 1/16 of all, and above the 1/8 of its own.
    const Image photo = framed([](int x, int y) { return opaque((x * 37 + y * 11) % 255); });
    EXPECT_EQ(suggest_look(photo), Look::photo);
    const Image text = framed([](int x, int y) { return opaque((x * 37 + y * 11) % 127); });
    EXPECT_EQ(suggest_look(text), Look::flat) << "128 colours are 1/8 of 1,024";
    const Image area = framed([](int x, int y) { return opaque((y * 8 + x / 4) % 255); });
    EXPECT_EQ(suggest_look(area), Look::flat)
        << "of four pixels beside the frame, three equal their neighbour";
    int color = 0;
    const auto with_equal = [&](int equal) {
        return framed([&color, equal](int x, int y) {
            if (x == 0 || 31 * y + x > equal) color = (color + 1) % 250;
            return opaque(color);
        });
    };
    EXPECT_EQ(suggest_look(with_equal(410)), Look::flat) << "at least 2/5 of 1,024";
    EXPECT_EQ(suggest_look(with_equal(409)), Look::photo);
}

TEST(Look, IgnoresTransparentPixels) {
    const auto half = [](Rgba8 hidden) {
        return painted(64, 64, [&](int x, int) { return x < 32 ? opaque(x / 16) : hidden; });
    };
    EXPECT_EQ(suggest_look(half({1, 2, 3, 0})), Look::flat);
    EXPECT_EQ(suggest_look(painted(64, 64, [](int, int) { return Rgba8{}; })), Look::photo);
    EXPECT_EQ(suggest_look(Image{}), Look::photo);
}

TEST(Look, CountsColorsUpToALimit) {
    const auto of_colors = [](int count) {
        return painted(64, 64, [=](int x, int y) { return opaque((x * 64 + y) % count); });
    };
    EXPECT_TRUE(has_few_colors(of_colors(32), few_colors));
    EXPECT_FALSE(has_few_colors(of_colors(33), few_colors));
    EXPECT_TRUE(has_few_colors(Image{}, 0));
}

}
}
