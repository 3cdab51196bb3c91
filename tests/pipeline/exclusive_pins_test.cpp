#include "pipeline/enumerators.h"
#include "pipeline/look.h"
#include "pipeline/palette_input.h"
#include "pipeline/pipeline_fixture.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>

namespace huedrift {
namespace {

/// A soft picture with single pixels of the pins' colours and of some near them.
Image picture_around(std::span<const Pin> pins, unsigned seed) {
    std::mt19937 random(seed);
    Image image(24, 20);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto noise = [&] { return int(random() % 9); };
        image.pixels()[i] = {std::uint8_t(i % 24 * 10 + std::size_t(noise())), std::uint8_t(40 + noise()),
                             std::uint8_t(i / 24 * 12 + std::size_t(noise())), 255};
        if (random() % 11 != 0) continue;
        const Rgb pin = pins[random() % pins.size()].color;
        const auto near = [&](std::uint8_t c) {
            return std::uint8_t(c ^ (random() % 3 == 0 ? random() % 4 : 0));
        };
        image.pixels()[i] = {near(pin.r), near(pin.g), near(pin.b), 255};
    }
    return image;
}

/// The pin that takes a colour.
std::optional<Rgb> taker_of(Rgb color, std::span<const Pin> pins, const PositionTable& position) {
    std::optional<Rgb> taker;
    std::int64_t least = 0;
    for (const Pin& pin : pins) {
        const std::int64_t squared = squared_distance(position(color), position(pin.color));
        const double reach = *pin.distance * units_per_one;
        if (squared > std::int64_t(std::floor(reach * reach)) || (taker && squared >= least)) continue;
        taker = pin.color;
        least = squared;
    }
    return taker;
}

/// The colour of a pin in the result: itself, or the nearest of the palette or grid that the recipe maps to.
Rgb mapped(Rgb pin, const Recipe& recipe, const PositionTable& position) {
    std::vector<Rgb> to = recipe.palette.to;
    if (to.empty() && recipe.palette.levels != Levels::off) {
        const auto grid = grid_of(recipe.palette.levels);
        to.assign(grid.begin(), grid.end());
    }
    if (to.empty()) return pin;
    return *std::ranges::min_element(to, {}, [&](Rgb color) {
        return squared_distance(stretched(position(color)), stretched(position(pin)));
    });
}

class ExclusivePins : public PipelineFixture {
protected:
    /// Exactly the pixels that a pin takes have what became of it.
    void expect_kept(Recipe recipe, std::span<const Pin> pins) {
        const PositionTable position(recipe.source.transfer);
        recipe.shift.pins.assign(pins.begin(), pins.end());
        for (unsigned seed = 0; seed < 4; ++seed) {
            open(picture_around(pins, seed));
            const auto shown = output(recipe);
            std::set<Rgb> kept;
            for (const Pin& pin : pins) kept.insert(mapped(pin.color, recipe, position));
            for (std::size_t i = 0; i < shown->pixels().size(); ++i) {
                const auto [r, g, b, a] = pipeline.document()->image->pixels()[i];
                const auto taker = taker_of({r, g, b}, pins, position);
                const Rgba8 now = shown->pixels()[i];
                const Rgb color{now.r, now.g, now.b};
                if (taker)
                    ASSERT_EQ(color, mapped(*taker, recipe, position)) << recipe_text(recipe);
                else
                    ASSERT_FALSE(kept.contains(color)) << recipe_text(recipe);
            }
        }
    }

    const std::vector<Pin> one{{{0, 0, 255}, 0.0}}, inside{{{90, 44, 60}, 0.0}},
        several{{{0, 0, 255}, 0.02}, {{90, 44, 60}, 0.01}, {{200, 44, 100}, 0.0}};
};

TEST_F(ExclusivePins, TakeNoOtherColourInAnyStepOnThePalette) {
    for (const auto& pins : {one, inside, several})
        for (const Assign assign : {Assign::basin, Assign::nearest})
            for (const double radius : {0.0, 0.03, 0.2}) {
                Recipe recipe{.shift = {.radius = radius, .assign = assign}};
                expect_kept(recipe, pins);
                recipe.palette.colors = 4;
                recipe.palette.fit.settle = 8;
                expect_kept(recipe, pins);
                recipe.palette.fit.snap = Snap::on;
                recipe.palette.fit.join_by = JoinBy::distance;
                expect_kept(recipe, pins);
                recipe.palette.colors = 1; // fewer than pins
                expect_kept(recipe, pins);
                recipe.palette.set_colors({});
                recipe.palette.max_error = 0.05;
                expect_kept(recipe, pins);
                recipe = {.shift = {.radius = radius, .assign = assign}, .size = {.min_share = 20}};
                recipe.palette.fit.soft_edges = SoftEdges::ignore;
                expect_kept(recipe, pins);
            }
}

TEST_F(ExclusivePins, TakeNoOtherColourOfAPaletteOrAGrid) {
    for (const auto& pins : {one, inside, several})
        for (const Dither dither : {Dither::off, Dither::diffusion, Dither::ordered}) {
            Recipe recipe{.shift = {.radius = 0.02}, .labels = {.dithering = {.method = dither}}};
            recipe.palette.to = {{0, 0, 200}, {90, 44, 60},   {255, 255, 255},
                                 {0, 0, 0},   {210, 40, 100}, {9, 9, 90}};
            expect_kept(recipe, pins);
            recipe.palette.to.clear();
            recipe.palette.levels = Levels::rgb333;
            expect_kept(recipe, pins);
        }
}

TEST_F(ExclusivePins, AreNotMixedAndStayInStepsOnPixels) {
    for (const auto& pins : {one, inside, several}) {
        Recipe recipe{.shift = {.radius = 0}, .palette = {.colors = 6}};
        for (const Dither dither : enumerators<Dither>) {
            recipe.labels.dithering.method = dither;
            expect_kept(recipe, pins);
        }
        recipe.labels = {.defringe = 2, .min_region = 9};
        expect_kept(recipe, pins);
    }
}

TEST_F(ExclusivePins, ShareAColourWithOthersWhereAPaletteHasNoMore) {
    Recipe recipe{.shift = {.radius = 0, .pins = one}, .palette = {.to = {{9, 9, 9}}}};
    for (const Dither dither : {Dither::off, Dither::diffusion}) {
        recipe.labels.dithering.method = dither;
        open(picture_around(one, 1));
        const auto shown = output(recipe);
        for (const Rgba8 pixel : shown->pixels()) ASSERT_EQ(pixel, (Rgba8{9, 9, 9, 255}));
    }
}

TEST_F(ExclusivePins, AMeanOfTheirColourIsMovedAside) {
    // The mean of the others is the pin's colour.
    const Rgb pin{100, 100, 100};
    EXPECT_EQ(apart_from(std::vector{pin}, pin), (Rgb{100, 100, 101}));
    EXPECT_EQ(apart_from(std::vector{pin, Rgb{100, 100, 101}}, pin), (Rgb{100, 100, 102}));
    EXPECT_EQ(apart_from(std::vector{pin}, {1, 2, 3}), (Rgb{1, 2, 3}));
    const Image image(5, 1,
                      {{100, 100, 100, 255},
                       {99, 99, 99, 255},
                       {101, 101, 101, 255},
                       {99, 99, 99, 255},
                       {101, 101, 101, 255}});
    for (const double radius : {0.0, 0.1})
        for (const Assign assign : {Assign::basin, Assign::nearest}) {
            open(image);
            const Recipe recipe{.shift = {.radius = radius, .assign = assign, .pins = {{pin, 0.0}}},
                                .palette = {.fit = {.settle = 2}, .colors = 2}};
            const auto shown = output(recipe);
            EXPECT_EQ(shown->pixels()[0], image.pixels()[0]);
            for (std::size_t i = 1; i < 5; ++i) EXPECT_NE(shown->pixels()[i], image.pixels()[0]);
        }
}

}
}
