#include "pipeline/look.h"

#include "pipeline/enumerators.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

Image image_of(int width, int height, const std::function<Rgba8(int, int)>& color) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) image.pixels()[std::size_t(y) * width + x] = color(x, y);
    return image;
}

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
    }
}

TEST(Look, KeepsEditsProfileAndOrder) {
    Recipe recipe;
    recipe.output.transparent_index = 3;
    recipe.source.profile = ProfileUse::ignore;
    recipe.source.smooth = 2;
    recipe.palette.joins = {{Rgb{1, 1, 1}, Rgb{2, 2, 2}}};
    const Recipe other = with_look(recipe, Look::flat);
    EXPECT_EQ(other.output, recipe.output);
    EXPECT_EQ(other.source.profile, ProfileUse::ignore);
    EXPECT_EQ(other.source.smooth, 0);
    EXPECT_EQ(other.palette.joins, recipe.palette.joins);
    EXPECT_EQ(look_of(other), Look::flat);
}

TEST(Look, LeavesAPictureOfFewColors) {
    for (const Look look : {Look::photo, Look::poster, Look::flat}) {
        const Recipe own = recipe_of(look);
        const std::uint32_t most = *own.palette.colors;
        EXPECT_EQ(for_picture(own, most), keeping_colors(own, own));
        EXPECT_EQ(for_picture(own, most).palette.colors, most);
        EXPECT_FALSE(for_picture(own, 0).shift.drifts());
        EXPECT_EQ(for_picture(own, most + 1), own);
        Recipe changed = own;
        changed.palette.colors = 200;
        changed.shift.pins = {{Rgb{1, 2, 3}}};
        changed.size.min_share = 2;
        changed.labels.min_region = 9;
        const Recipe kept = for_picture(changed, 200);
        EXPECT_FALSE(kept.shift.drifts());
        EXPECT_EQ(kept.shift.pins, changed.shift.pins);
        EXPECT_EQ(kept.size.min_share, 2);
        EXPECT_EQ(kept.labels, (LabelSteps{.min_region = 9}));
        EXPECT_EQ(for_picture(kept, 200), kept);
        EXPECT_EQ(for_picture(changed, 201), changed);
    }
    EXPECT_EQ(for_picture(recipe_of(Look::pixel_art), 1), recipe_of(Look::pixel_art)) << "it has no number";
}

TEST(Look, LeavesAPictureOfFewColorsWithAnErrorToo) {
    Recipe recipe = recipe_of(Look::flat);
    recipe.palette.set_colors({});
    recipe.palette.max_error = 0.02;
    EXPECT_EQ(for_picture(recipe, 17), recipe);
    EXPECT_EQ(for_picture(recipe, 16).palette.colors, 16u);
    EXPECT_EQ(for_picture(recipe, 16).palette.max_error, std::nullopt);
}

TEST(Look, LeavesNothingOnceItsWayToFindThePaletteHasChanged) {
    const Recipe own = recipe_of(Look::flat);
    Recipe merged = own, counted = own, mapped = own;
    merged.shift.merge = 0.1;
    counted.palette.soft_edges = SoftEdges::count;
    mapped.palette.to = {{1, 2, 3}};
    mapped.palette.directly = true;
    for (const Recipe& recipe : {own.at(0.02), merged, counted, mapped, Recipe{.palette = {.colors = 16}}})
        EXPECT_EQ(for_picture(recipe, 3), recipe);
}

Look suggested(const Image& image) { return suggest_look(image).look; }

TEST(Look, IsFlatForLargeAreas) {
    EXPECT_EQ(suggested(image_of(64, 64, [](int x, int) { return opaque(x / 16); })), Look::flat);
}

TEST(Look, IsPhotoForNoise) {
    EXPECT_EQ(suggested(image_of(64, 64, [](int x, int y) { return opaque(x * 37 + y * 11); })), Look::photo);
}

TEST(Look, IsPhotoForManyColoursInRuns) {
    EXPECT_EQ(suggested(image_of(
                  64, 64,
                  [](int x, int y) {
                      return Rgba8{static_cast<std::uint8_t>(x / 4), static_cast<std::uint8_t>(y), 0, 255};
                  })),
              Look::photo);
}

TEST(Look, IsPhotoIfOnlyHalfOfTheNeighboursAreEqual) {
    // Of two pixels in a row, one equals its left neighbour.
    EXPECT_EQ(suggested(image_of(2, 64, [](int, int) { return opaque(7); })), Look::photo);
    EXPECT_EQ(suggested(image_of(3, 64, [](int, int) { return opaque(7); })), Look::flat);
}

TEST(Look, IsPhotoForAPhotoInAWideFrame) {
    const auto framed = [](auto inner) {
        return image_of(64, 64, [=](int x, int y) {
            const bool is_inner = x >= 16 && x < 48 && y >= 16 && y < 48;
            return is_inner ? inner(x - 16, y - 16) : Rgba8{255, 255, 255, 255};
        });
    };
    // Of 3,072 + 1,024 pixels, noise with 255 colours is below the 1/16 of all, and above the 1/8 of its own.
    const Image photo = framed([](int x, int y) { return opaque((x * 37 + y * 11) % 255); });
    EXPECT_EQ(suggested(photo), Look::photo);
    const Image text = framed([](int x, int y) { return opaque((x * 37 + y * 11) % 127); });
    EXPECT_EQ(suggested(text), Look::flat) << "128 colours are 1/8 of 1,024";
    const Image area = framed([](int x, int y) { return opaque((y * 8 + x / 4) % 255); });
    EXPECT_EQ(suggested(area), Look::flat) << "of four pixels beside the frame, three equal their neighbour";
}

TEST(Look, IgnoresTransparentPixels) {
    const auto half = [](Rgba8 hidden) {
        return image_of(64, 64, [&](int x, int) { return x < 32 ? opaque(x / 16) : hidden; });
    };
    EXPECT_EQ(suggested(half({1, 2, 3, 0})), Look::flat);
    EXPECT_EQ(suggested(image_of(64, 64, [](int, int) { return Rgba8{}; })), Look::photo);
    EXPECT_EQ(suggested(Image{}), Look::photo);
}

TEST(Look, KeepsThirtyTwoColorsAndNoMore) {
    const auto of_colors = [](int count) {
        return image_of(64, 64, [=](int x, int y) { return opaque((x * 64 + y) % count); });
    };
    EXPECT_TRUE(suggest_look(of_colors(32)).keeps_colors);
    EXPECT_FALSE(suggest_look(of_colors(33)).keeps_colors);
    EXPECT_TRUE(suggest_look(Image{}).keeps_colors);
    for (const Look look : enumerators<Look>) {
        const Recipe kept = recipe_of(SuitingLook{look, true});
        EXPECT_EQ(kept.palette.colors, few_colors);
        EXPECT_FALSE(kept.shift.drifts());
        EXPECT_EQ(kept.labels, LabelSteps{});
        EXPECT_EQ(kept, keeping_colors(kept, kept));
    }
    EXPECT_EQ(recipe_of(SuitingLook{Look::flat}), recipe_of(Look::flat));
    EXPECT_EQ(recipe_of(SuitingLook{Look::pixel_art}).palette.colors, few_colors);
}

}
}
