#include "pipeline/enumerators.h"
#include "pipeline/pipeline_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
namespace {

/// Noise of some colours, which may be nearly alike, with every alpha if it is soft.
Image few(std::uint32_t colors, bool alike, bool soft, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Rgba8> palette(colors);
    for (std::uint32_t i = 0; i < colors; ++i)
        palette[i] = alike
                         ? Rgba8{std::uint8_t(90 + i), 90, 90, 255}
                         : Rgba8{std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    Image image(37, 29);
    for (Rgba8& pixel : image.pixels()) {
        pixel = palette[random() % colors];
        if (soft) pixel.a = std::uint8_t(1 + random() % 255);
    }
    return image;
}

class FewColors : public PipelineFixture {
protected:
    Image reduced(const Image& image, const Recipe& recipe) {
        open(image);
        return *output(recipe);
    }
    Image plain(const Image& image) {
        open(image);
        const ConditionalRecipe settings = suiting({}, pipeline.suggest_look(progress));
        return *output(pipeline.resolve(settings, progress).recipe);
    }
};

void expect_same(const Image& one, const Image& other) {
    ASSERT_EQ(one.width(), other.width());
    EXPECT_TRUE(std::ranges::equal(one.pixels(), other.pixels()));
}

TEST_F(FewColors, AreThoseOfALookWithANumber) {
    for (const Look look : {Look::poster, Look::flat}) {
        const Recipe own = recipe_of(look);
        const ConditionalRecipe as_is = conditional(own);
        EXPECT_EQ(as_is.recipe, own);
        EXPECT_EQ(as_is.most_few, own.palette.colors);
        EXPECT_EQ(as_is.of_few, keeping_colors(own, own));
        EXPECT_FALSE(as_is.of_few.shift.drifts());
        EXPECT_EQ(as_is.of_few.palette.colors, own.palette.colors);
        Recipe changed = own;
        changed.palette.colors = 200;
        changed.shift.pins = {{Rgb{1, 2, 3}}};
        changed.size.min_share = 2;
        changed.labels.min_region = 9;
        EXPECT_EQ(conditional(changed).most_few, 200u);
        const Recipe of_few = conditional(changed).of_few;
        EXPECT_FALSE(of_few.shift.drifts());
        EXPECT_EQ(of_few.shift.pins, changed.shift.pins);
        EXPECT_EQ(of_few.size.min_share, 2);
        EXPECT_EQ(of_few.labels, (LabelSteps{.min_region = 9}));
        EXPECT_EQ(conditional(of_few).most_few, std::nullopt) << "they stay already";
    }
    EXPECT_EQ(conditional(recipe_of(Look::pixel_art)).most_few, std::nullopt) << "it has no number";
    EXPECT_EQ(conditional(recipe_of(Look::photo)).most_few, std::nullopt) << "they stay by its own steps";
    for (const Look look : {Look::photo, Look::flat}) {
        Recipe recipe = recipe_of(look);
        const auto number = recipe.palette.colors;
        recipe.palette.set_colors({});
        recipe.palette.max_error = 0.02;
        EXPECT_EQ(conditional(recipe).most_few, number);
        EXPECT_EQ(conditional(recipe).of_few.palette.colors, number);
        EXPECT_EQ(conditional(recipe).of_few.palette.max_error, std::nullopt);
    }
}

TEST_F(FewColors, AreThirtyTwoInPixelArtThatSuits) {
    const ConditionalRecipe suited = suiting({}, Look::pixel_art);
    EXPECT_EQ(suited.recipe, suiting_recipe(Look::pixel_art));
    EXPECT_EQ(suited.recipe.palette.colors, few_colors);
    EXPECT_EQ(suited.most_few, few_colors);
    EXPECT_EQ(suited.of_few.palette.colors, few_colors);
    EXPECT_FALSE(suited.of_few.shift.drifts());
    EXPECT_EQ(suited.of_few.labels, LabelSteps{.grid = recipe_of(Look::pixel_art).labels.grid});
    EXPECT_EQ(suiting({}, Look::photo).recipe, recipe_of(Look::photo));
    EXPECT_EQ(suiting({}, Look::flat).most_few, 16u) << "as if it had been asked for";
}

TEST_F(FewColors, DriftOnceTheWayToFindThePaletteHasChanged) {
    const Recipe own = recipe_of(Look::flat);
    Recipe merged = own, counted = own, mapped = own;
    merged.shift.merge = 0.1;
    counted.palette.fit.soft_edges = SoftEdges::count;
    mapped.palette.to = {{1, 2, 3}};
    mapped.palette.directly = true;
    for (const Recipe& recipe : {own.at(0.02), merged, counted, mapped, Recipe{.palette = {.colors = 16}}}) {
        EXPECT_EQ(conditional(recipe).recipe, recipe);
        EXPECT_EQ(conditional(recipe).most_few, std::nullopt);
    }
}

TEST_F(FewColors, AreCountedInThePicture) {
    const auto resolved = [&](int colors) {
        Image image(colors, 1);
        for (int i = 0; i < colors; ++i) image.pixels()[std::size_t(i)] = {std::uint8_t(i), 20, 30, 255};
        open(std::move(image));
        return pipeline.resolve(conditional(recipe_of(Look::flat)), progress);
    };
    const Recipe flat = recipe_of(Look::flat);
    EXPECT_EQ(resolved(0).few, 0u);
    EXPECT_EQ(resolved(16).few, 16u);
    EXPECT_EQ(resolved(16).recipe, keeping_colors(flat, flat));
    EXPECT_EQ(resolved(17).few, std::nullopt);
    EXPECT_EQ(resolved(17).recipe, flat);
}

TEST_F(FewColors, StayWithEveryLook) {
    for (const Look look : enumerators<Look>)
        for (const std::uint32_t colors : {1u, 2u, 12u, 31u, 200u})
            for (const bool alike : {false, true})
                for (const bool soft : {false, true}) {
                    Recipe recipe = recipe_of(look);
                    recipe.palette.colors = 200;
                    const Image image = few(colors, alike && colors < 150, soft, colors);
                    expect_same(reduced(image, keeping_colors(recipe, recipe)), image);
                    if (look == Look::photo) expect_same(reduced(image, recipe), image);
                }
}

TEST_F(FewColors, StayWhereNothingIsAskedForSoThatASecondTimeChangesNothing) {
    std::mt19937 random(5);
    Image photo(80, 60), flat(80, 60), enlarged(90, 96);
    for (std::size_t i = 0; i < photo.pixels().size(); ++i) {
        photo.pixels()[i] = {std::uint8_t(i), std::uint8_t(random()), std::uint8_t(i / 80), 255};
        const auto ramp = std::uint8_t(i % 80 / 20 * 60 + (i % 20 == 0) * (i / 80));
        flat.pixels()[i] = {ramp, ramp, 200, 255};
    }
    for (std::size_t i = 0; i < enlarged.pixels().size(); ++i) {
        const std::size_t cell = i / 90 / 6 * 15 + i % 90 / 6;
        const auto value = std::uint8_t(cell * 2654435761u >> 27 << 3);
        enlarged.pixels()[i] = {value, std::uint8_t(255 - value), std::uint8_t(random() % 5), 255};
    }
    for (const Image& image :
         {photo, flat, enlarged, few(32, true, false, 1), few(20, false, true, 2), Image(4, 4)}) {
        const Image once = plain(image);
        expect_same(plain(once), once);
    }
    for (const std::uint32_t colors : {1u, 9u, 32u}) {
        const Image image = few(colors, true, true, colors);
        expect_same(plain(image), image);
    }
}

TEST_F(FewColors, AStepThatIsAskedForIsStillDone) {
    const Image image = few(12, false, false, 3);
    const Recipe look = recipe_of(Look::flat);
    Recipe recipe = keeping_colors(look, look);
    recipe.palette.to = {{0, 0, 0}, {255, 255, 255}};
    const Image sent = reduced(image, recipe);
    for (const Rgba8 pixel : sent.pixels()) EXPECT_TRUE(pixel.r == 0 || pixel.r == 255);
    recipe.palette.to.clear();
    recipe.size.min_share = 50;
    const Image one = reduced(image, recipe);
    EXPECT_EQ(std::ranges::count(one.pixels(), one.pixels()[0]), std::ptrdiff_t(one.pixels().size()));
}

TEST(Changes, OfAPicturesRecipeAreMadeInTheSettingsBehindIt) {
    const Recipe flat = recipe_of(Look::flat), shown = keeping_colors(flat, flat);
    EXPECT_EQ(with_changes(flat, shown, shown), flat);
    Recipe other = shown;
    other.output.pad = 256;
    other.palette.levels = Levels::rgb565;
    Recipe expected = flat;
    expected.output.pad = 256;
    expected.palette.levels = Levels::rgb565;
    EXPECT_EQ(with_changes(flat, shown, other), expected);
    EXPECT_EQ(with_changes(flat, shown, shown.at(0.2)), flat.at(0.2));
}

TEST(Changes, AreTakenFromEachRow) {
    const Recipe before = recipe_of(Look::published);
    const Recipe after =
        parse_recipe("--radius 0.1 --weighting frequency --transfer srgb --max-iterations 7 "
                     "--profile keep --smooth 3 --merge 0.0125 --assign nearest --refine off "
                     "--soft-edges ignore --colors 12 --join-by distance --settle 8 --snap on "
                     "--levels rgb565 --min-share 0.5 --pin ff0000 --to 123456,ffffff "
                     "--reserve 1 --directly --strict --range --join 010101=020202 "
                     "--recolor 030303=040404 --alpha matte:010203 --defringe 2 "
                     "--min-region 30 --pixel-grid 5 --scale 4 --palettes 8 "
                     "--shared-color 010203 --strength 0.5 --order hue --arrange 070707 "
                     "--transparent-index 3 --output-palette 090909,010203 --hidden spread "
                     "--bits 4 --pad 16")
            .value();
    EXPECT_EQ(with_changes(before, before, after), after);
    for (const RecipeRow& row : recipe_rows()) {
        Recipe one = before;
        row.take_change(one, before, after);
        EXPECT_EQ(row.get(one), row.get(after)) << row.word;
        const bool is_same = row.get(before) == row.get(after);
        const bool is_elsewhere =
            std::string_view("importance tiles dither diffusion matrix dither-mask max-error error")
                .find(row.word) != std::string_view::npos;
        EXPECT_NE(is_same, !is_elsewhere) << row.word << " has the same value in both recipes";
    }
}

TEST(Changes, OfASettingReplaceThoseThatItExcludes) {
    Recipe bounded = recipe_of(Look::flat);
    bounded.palette.set_colors({});
    bounded.palette.max_error = 0.1;
    Recipe shown = keeping_colors(bounded, recipe_of(Look::flat)), other = shown;
    ASSERT_TRUE(shown.palette.colors && !shown.palette.max_error);
    other.palette.set_colors(5);
    EXPECT_EQ(with_changes(bounded, shown, other).palette.max_error, std::nullopt);
    EXPECT_EQ(with_changes(bounded, shown, other).palette.colors, 5u);

    const Recipe poster = recipe_of(Look::poster), still = keeping_colors(poster, poster);
    EXPECT_EQ(with_changes(poster, still, still.at(0.2)), poster.at(0.2)) << "nothing else is chosen";

    const Recipe photo = recipe_of(Look::photo);
    shown = other = keeping_colors(photo, photo);
    other.labels.defringe = 2;
    EXPECT_EQ(with_changes(photo, shown, other).labels, other.labels) << "without dithering";

    Recipe diffused = photo;
    diffused.labels.dithering.diffusion = Diffusion::burkes;
    shown = other = keeping_colors(diffused, photo);
    EXPECT_EQ(shown.labels, LabelSteps{});
    other.labels.dithering.method = Dither::ordered;
    EXPECT_EQ(with_changes(diffused, shown, other).labels, other.labels);
}

}
}
