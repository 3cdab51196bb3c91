#include "session/weightings.h"

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
