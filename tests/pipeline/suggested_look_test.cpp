#include "interpolated.h"
#include "labels/label_pictures.h"
#include "painted.h"
#include "pipeline/pipeline_fixture.h"
#include "pipeline/recipe_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

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

/// Two browns that the drift of pixel-art would join, in cells of 6 pixels.
Image browns(int noise) {
    std::mt19937 random(3);
    return painted(96, 96, [&](int x, int y) {
        const bool is_dark = (x / 6 * 7 + y / 6 * 5) % 3 == 0;
        const int change = noise == 0 ? 0 : int(random() % unsigned(noise));
        return Rgba8{std::uint8_t((is_dark ? 60 : 66) + change), std::uint8_t(is_dark ? 40 : 44), 32, 255};
    });
}

/// Cells of 8 pixels in hundreds of colours.
Image cells() {
    std::mt19937 random(3);
    std::vector<Rgba8> colors(256);
    for (Rgba8& color : colors) color = grey(int(random() % 8) * 30);
    return painted(128, 128, [&](int x, int y) {
        Rgba8 pixel = colors[std::size_t(y / 8 * 16 + x / 8)];
        pixel.g = std::uint8_t(pixel.g + random() % 9);
        return pixel;
    });
}

class SuggestedLook : public PipelineFixture {
protected:
    Look suggested() { return pipeline.suggest_look(progress); }
    Recipe resolved(const Recipe& settings) {
        return pipeline.resolve(conditional(settings), progress).recipe;
    }
    /// As on the command line.
    static RecipeRequest request_of(std::optional<Look> look,
                                    const std::vector<std::pair<std::string, std::string>>& settings,
                                    bool wants_areas) {
        RecipeRequest request{.look = look, .wants_areas = wants_areas};
        for (const auto& [word, value] : settings) request.given.emplace_back(&recipe_row(word), value);
        request.recipe = with_settings(Recipe{}, request.given);
        return request;
    }
    /// The number of colours of the result with these settings.
    std::size_t colors_with(std::optional<Look> look,
                            const std::vector<std::pair<std::string, std::string>>& settings) {
        const RecipeRequest request = request_of(look, settings, false);
        return reduce(choose_recipe(request, pipeline, progress).recipe)->palette->entries.size();
    }
};

TEST_F(SuggestedLook, IsPhotoWithoutAGrid) {
    for (const Image& image : {Image(), Image(3, 3), soft_ramp(), sign(160, true)}) {
        open(image);
        EXPECT_EQ(suggested(), Look::photo);
    }
    open(soft_ramp());
    EXPECT_EQ(colors_with({}, {{"colors", "40"}}), 40u);
    const ColorSet colors(browns(0), Transfer::srgb);
    pipeline.open(document_of(std::make_shared<const ColorTable>(colors), std::filesystem::path("browns")));
    EXPECT_EQ(suggested(), Look::photo);
}

TEST_F(SuggestedLook, IsPixelArtForSmoothCellsOfFewColours) {
    std::mt19937 random(5);
    Image sprite(24, 18), photo(24, 18);
    for (std::size_t i = 0; i < sprite.pixels().size(); ++i) {
        constexpr Rgba8 colors[] = {
            {20, 24, 40, 255}, {230, 220, 190, 255}, {190, 40, 50, 255}, {60, 140, 70, 255}};
        const bool is_same = i != 0 && random() % 3 != 0;
        sprite.pixels()[i] = is_same ? sprite.pixels()[i - 1] : colors[random() % 4];
        const auto tone = [&] { return std::uint8_t(40 + 5 * (i % 24) + 3 * (i / 24) + random() % 50); };
        photo.pixels()[i] = {tone(), tone(), tone(), 255};
    }
    for (const EnlargingFilter& filter : enlarging_filters) {
        open(interpolated(sprite, 120, 90, filter));
        EXPECT_EQ(suggested(), Look::pixel_art) << filter.name;
        const auto labelled = pipeline.find_labels(reduce(recipe_of(Look::pixel_art)));
        ASSERT_TRUE(labelled->has_cells);
        EXPECT_EQ(labelled->plane.width(), 24);
        EXPECT_EQ(labelled->plane.height(), 18);
        open(interpolated(photo, 120, 90, filter)); // it has the same grid
        EXPECT_EQ(suggested(), Look::photo) << filter.name;
        EXPECT_TRUE(pipeline.find_labels(reduce(recipe_of(Look::pixel_art)))->has_cells) << filter.name;
    }
}

TEST_F(SuggestedLook, NeedsNothingTwiceForAPictureThatIsItsOwnMiddle) {
    for (const Image& image : {cells(), soft_ramp()}) {
        open(image);
        const auto before = pipeline.computations();
        const Look look = suggested();
        reduce(suiting_recipe(look));
        for (const char* const stage : {"analysis", "mean_shift"})
            EXPECT_EQ(pipeline.computations()[stage] - before.at(stage), 1) << stage << name_of(look);
    }
}

TEST_F(SuggestedLook, TellsHowFarTheSearchIs) {
    std::vector<double> shares;
    Progress heard([&](double share) { shares.push_back(share); });
    open(cells());
    EXPECT_EQ(pipeline.suggest_look(heard), Look::pixel_art);
    ASSERT_GT(shares.size(), 2u);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_GT(shares.front(), 0);
    EXPECT_LT(shares.front(), 1);
    EXPECT_EQ(shares.back(), 1);
}

TEST_F(SuggestedLook, IsFlatForAreasUnlessThePictureIsPixelArtOrAPaletteIsGiven) {
    const auto chosen = [&](std::vector<std::pair<std::string, std::string>> settings) {
        return choose_recipe(request_of({}, std::move(settings), true), pipeline, progress);
    };
    open(soft_ramp());
    EXPECT_EQ(chosen({}).look, Look::flat);
    EXPECT_EQ(chosen({}).recipe, recipe_of(Look::flat));
    EXPECT_EQ(chosen({}).note, "areas get \"look\" flat, and so does a picture beside them");
    EXPECT_EQ(chosen({{"colors", "40"}}).look, Look::flat);
    EXPECT_EQ(chosen({{"radius", "0"}}).look, std::nullopt);
    EXPECT_EQ(chosen({{"to", "000000,ffffff"}}).look, std::nullopt);
    EXPECT_EQ(choose_recipe(request_of(Look::photo, {}, true), pipeline, progress).look, Look::photo);
    open(cells());
    EXPECT_EQ(chosen({}).look, Look::pixel_art);
    EXPECT_TRUE(chosen({}).note.empty());
}

TEST_F(SuggestedLook, DiffusesAsAskedForWhereItDithers) {
    using Settings = std::vector<std::pair<std::string, std::string>>;
    const auto chosen = [&](std::optional<Look> look, Settings settings) {
        settings.emplace_back("diffusion", "burkes");
        RecipeRequest request = request_of(look, std::move(settings), false);
        check_settings(request);
        return choose_recipe(request, pipeline, progress).recipe.labels;
    };
    const LabelSteps dithered{.dithering = {.method = Dither::automatic, .diffusion = Diffusion::burkes}};
    open(soft_ramp());
    EXPECT_EQ(chosen({}, {}), dithered);
    EXPECT_EQ(chosen(Look::photo, {}), dithered);
    EXPECT_EQ(chosen({}, {{"to", "000000,ffffff"}}), dithered);
    EXPECT_EQ(chosen(Look::flat, {{"dither", "auto"}}), dithered);
    open(cells());
    EXPECT_EQ(chosen({}, {}).dithering.diffusion, Diffusion{}) << "pixel art is not dithered";
    for (const auto& [look, settings] : {std::pair(std::optional(Look::flat), Settings{}),
                                         {std::nullopt, {{"radius", "0.01"}}},
                                         {std::nullopt, {{"to", "000000,ffffff"}, {"directly", "on"}}},
                                         {std::nullopt, {{"pixel-grid", "auto"}}},
                                         {std::nullopt, {{"tiles", "8x8"}, {"colors", "4"}}},
                                         {std::nullopt, {{"dither", "blue-noise"}}},
                                         {Look::photo, {{"dither", "off"}}}})
        expect_error([&, look = look, &given = settings] { chosen(look, given); }, ErrorKind::usage,
                     {"\"diffusion\" needs \"dither\" auto, diffusion or everywhere"});
}

TEST_F(SuggestedLook, FlatHasTheNumberAskedFor) {
    open(soft_ramp());
    EXPECT_EQ(colors_with(Look::flat, {}), 16u);
    EXPECT_EQ(colors_with(Look::flat, {{"colors", "40"}, {"radius", "0"}}), 40u);
    EXPECT_LT(colors_with(Look::flat, {{"colors", "40"}}), 40u) << "they drift first";
    open(sign(160, true));
    EXPECT_EQ(colors_with(Look::flat, {{"colors", "8"}}), sign_colors.size()) << "edges add none";
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

TEST_F(SuggestedLook, KeepsAllColoursOfExactCellsUnlessANumberIsAskedFor) {
    std::mt19937 random(7);
    std::vector<Rgba8> colors(400);
    for (Rgba8& color : colors)
        color = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    open(painted(200, 160, [&](int x, int y) { return colors[std::size_t(y / 8 * 25 + x / 8) % 400]; }));
    EXPECT_EQ(suggested(), Look::pixel_art);
    EXPECT_EQ(colors_with({}, {}), 400u);
    EXPECT_EQ(colors_with({}, {{"colors", "40"}}), 40u);
    const Recipe opened = pipeline.resolve(suiting(Recipe{}, Look::pixel_art), progress).recipe;
    EXPECT_EQ(opened.palette.colors, std::nullopt) << "in the window";
    RecipeRequest indexed = request_of({}, {}, false);
    indexed.indexed = true;
    EXPECT_EQ(choose_recipe(indexed, pipeline, progress).recipe.palette.colors, few_colors);
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
