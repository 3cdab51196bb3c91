#include "labels/label_pictures.h"
#include "painted.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/recipe_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
namespace {

Rgba8 grey(int value) {
    const auto level = std::uint8_t(std::clamp(value, 0, 255));
    return {level, level, level, 255};
}

/// Of 64 greys, in columns of 4 pixels.
Image soft_ramp() {
    return painted(256, 64, [](int x, int) { return grey(40 + x / 4); });
}

class SuggestedLook : public PipelineFixture {
protected:
    Look suggested() { return pipeline.suggest_look(progress); }
    Recipe resolved(const Recipe& settings) {
        return pipeline.resolve(conditional(settings), progress).recipe;
    }
    /// The number of colours of the result on the command line with these settings.
    std::size_t colors_with(std::optional<Look> look,
                            std::vector<std::pair<std::string, std::string>> settings) {
        RecipeRequest request{.look = look};
        for (const auto& [word, value] : settings) request.given.emplace_back(&recipe_row(word), value);
        request.recipe = with_settings(Recipe{}, request.given);
        return reduce(choose_recipe(request, pipeline, progress).recipe)->palette->entries.size();
    }
};

TEST_F(SuggestedLook, IsPhotoForSmoothGradients) {
    open(soft_ramp());
    EXPECT_EQ(suggest_look(soft_ramp()), Look::flat);
    EXPECT_EQ(suggested(), Look::photo);
    open(painted(128, 128,
                 [](int x, int y) { return grey((x - 64) * (x - 64) / 30 + (y - 64) * (y - 64) / 30); }));
    EXPECT_EQ(suggested(), Look::photo);
    EXPECT_EQ(colors_with({}, {{"colors", "64"}}), 64u);
}

TEST_F(SuggestedLook, IsPhotoForASmallGradientInADrawing) {
    const auto drawing = [](int height) {
        return painted(400, 300, [=](int x, int y) {
            if (y < height) return Rgba8{30, std::uint8_t(90 + 3 * y), 200, 255};
            return x / 50 % 2 ? Rgba8{250, 250, 250, 255} : Rgba8{20, 20, 60, 255};
        });
    };
    open(drawing(0));
    EXPECT_EQ(suggested(), Look::flat);
    open(drawing(40));
    EXPECT_EQ(suggested(), Look::photo);
}

TEST_F(SuggestedLook, IsFlatForSignsAndForNoiseBesideEdges) {
    open(sign(160, true));
    EXPECT_EQ(suggested(), Look::flat);
    std::mt19937 random(5);
    Image noisy = sign(160, false);
    for (Rgba8& pixel : noisy.pixels())
        if (random() % 4 == 0) pixel.g = std::uint8_t(std::min(pixel.g + int(random() % 12), 255));
    open(noisy);
    ASSERT_EQ(suggest_look(noisy), Look::flat);
    EXPECT_EQ(suggested(), Look::flat);
}

TEST_F(SuggestedLook, IsPhotoIfAnyFrameHasAGradient) {
    const auto frames = [](bool has_ramp) {
        return painted(256, 128, [=](int x, int y) {
            return y < 64 || !has_ramp ? grey(x / 64 * 60) : grey(40 + x / 4);
        });
    };
    open(frames(false), 2);
    EXPECT_EQ(suggested(), Look::flat);
    open(frames(true), 2);
    EXPECT_EQ(suggested(), Look::photo);
}

TEST_F(SuggestedLook, KeepsTheNumberAskedForWithFlat) {
    open(soft_ramp());
    EXPECT_EQ(colors_with(Look::flat, {}), 16u);
    EXPECT_EQ(colors_with(Look::flat, {{"colors", "40"}}), 40u);
    EXPECT_LT(colors_with(Look::flat, {{"colors", "40"}, {"radius", "0.01"}}), 40u)
        << "the radius was asked for";
    Recipe shown = recipe_of(Look::flat);
    EXPECT_EQ(resolved(shown), shown);
    shown.palette.colors = 40;
    EXPECT_EQ(resolved(shown), shown.at(0));
}

TEST_F(SuggestedLook, KeepsTheDriftOfFlatWhereNoMoreColoursRemainWithoutIt) {
    open(sign(160, true));
    EXPECT_EQ(colors_with(Look::flat, {{"colors", "8"}}), sign_colors.size());
    Recipe shown = recipe_of(Look::flat);
    shown.palette.colors = 8;
    EXPECT_EQ(resolved(shown), shown);
}

/// Two browns that the drift of pixel-art would join, in cells of 6 pixels.
Image browns(int noise) {
    std::mt19937 random(3);
    return painted(96, 96, [&](int x, int y) {
        const bool is_dark = (x / 6 * 7 + y / 6 * 5) % 3 == 0;
        const int change = noise == 0 ? 0 : int(random() % unsigned(noise));
        return Rgba8{std::uint8_t((is_dark ? 60 : 66) + change), std::uint8_t(is_dark ? 40 : 44), 32, 255};
    });
}

TEST_F(SuggestedLook, KeepsTheColoursOfExactCells) {
    open(browns(0));
    for (const auto& [look, settings] :
         {std::pair(std::optional(Look::pixel_art), std::vector<std::pair<std::string, std::string>>{}),
          {std::nullopt, {{"pixel-grid", "6"}}}})
        EXPECT_EQ(colors_with(look, settings), 2u);
    EXPECT_EQ(colors_with(Look::pixel_art, {{"radius", "0.025"}}), 1u) << "the radius was asked for";
    const Recipe shown = recipe_of(Look::pixel_art);
    EXPECT_EQ(resolved(shown), shown.at(0));
    Recipe pixels = shown;
    pixels.labels.grid = {};
    EXPECT_EQ(resolved(pixels), pixels);
}

TEST_F(SuggestedLook, DriftsForATableWhichHasNoCells) {
    const ColorSet colors(browns(0), Transfer::srgb);
    pipeline.open(document_of(std::make_shared<const ColorTable>(colors), std::filesystem::path("browns")));
    const Recipe shown = recipe_of(Look::pixel_art);
    EXPECT_EQ(resolved(shown), shown);
}

TEST_F(SuggestedLook, DriftsWhereCellsAreNoisy) {
    open(browns(5));
    const Recipe shown = recipe_of(Look::pixel_art);
    EXPECT_EQ(resolved(shown), shown);
    EXPECT_EQ(colors_with(Look::pixel_art, {}), 1u);
}

}
}
