#include "session/weightings.h"

#include "pipeline/sweep.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(Weightings, BothAreEach) {
    EXPECT_EQ(each(Weightings::both), (std::vector{Weighting::palette, Weighting::frequency}));
    EXPECT_EQ(each(Weightings::frequency), std::vector{Weighting::frequency});
    EXPECT_EQ(name_of(Weightings::frequency), "frequency");
    EXPECT_EQ(name_of(Weightings::both), "both");
    EXPECT_EQ(only(Weighting::frequency), Weightings::frequency);
}

TEST(Radius, StepsBetween0AndTheLeastOfTheSlider) {
    EXPECT_EQ(multiplied_radius(0, 1.01), min_slider_radius);
    EXPECT_EQ(multiplied_radius(0, 1 / 1.01), 0);
    EXPECT_EQ(multiplied_radius(min_slider_radius, 1 / 1.01), 0);
    EXPECT_EQ(multiplied_radius(min_slider_radius, 1.01), 0.00101);
    EXPECT_EQ(multiplied_radius(0.0002, 0.5), 0.0001) << "typed ones may be smaller";
    EXPECT_EQ(multiplied_radius(1.7, 1.1), short_radius(max_radius));
}

TEST(Wanted, HasARecipeInItsRangesWithTheFirstWeighting) {
    const Wanted wanted = clamped(
        {.recipe = {.source = {.smooth = 99}, .shift = {.radius = 9}}, .weightings = Weightings::frequency});
    EXPECT_EQ(wanted.recipe, (Recipe{.source = {.smooth = 16},
                                     .shift = {.radius = max_radius, .weighting = Weighting::frequency}}));
    EXPECT_EQ(clamped(wanted), wanted);
    EXPECT_EQ(clamped(Wanted{}), Wanted{});
}

}
}
