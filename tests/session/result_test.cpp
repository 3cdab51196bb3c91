#include "cpu/cpu_engine.h"
#include "pipeline/sweep.h"
#include "session_run.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(LargestEntries, ComeByTheirPixels) {
    Palette palette;
    for (const std::uint64_t pixels : {3, 9, 1, 7})
        palette.entries.push_back({.color = {}, .position = {}, .pixels = pixels});
    EXPECT_EQ(largest_entries(palette, 3), (std::vector<std::size_t>{1, 3, 0}));
    EXPECT_EQ(largest_entries(palette, 9), (std::vector<std::size_t>{1, 3, 0, 2}));
    EXPECT_EQ(largest_entries({}, 9), std::vector<std::size_t>{});
}

class EnoughColorsTest : public SessionTest {};

/// The number that the recipe leaves a picture with a bound for the error in place of its colours; none if
/// that keeps no bound.
std::optional<std::uint32_t> chosen(const std::filesystem::path& picture, Recipe recipe) {
    CpuEngine engine;
    Pipeline pipeline;
    pipeline.use(engine);
    pipeline.open(picture);
    recipe.palette.max_error = unseen_error;
    recipe.palette.colors.reset();
    Progress progress;
    const auto reduced = pipeline.reduce(recipe, progress);
    return reduced->notes.empty() ? reduced->chosen_colors : std::nullopt;
}

Recipe joined(std::uint32_t colors) {
    return {.shift = {.radius = 0, .assign = Assign::nearest},
            .palette = {.fit = {.settle = 3}, .colors = colors}};
}

TEST_F(EnoughColorsTest, AreKnownOnceTheSessionIsIdle) {
    const auto picture = write_picture("a.png", many_colors(40));
    session->set(joined(9));
    session->open({picture});
    const auto first = settle().enough_colors();
    ASSERT_TRUE(first);
    EXPECT_EQ(first, chosen(picture, joined(9)));
    EXPECT_EQ(session->live().frequency->swatches.size(), 9u) << "the result is the one asked for";

    session->set(joined(30));
    EXPECT_EQ(session->live().enough_colors(), first) << "the number of colours does not matter";
    EXPECT_EQ(settle().enough_colors(), first);

    Recipe other = joined(30);
    other.palette.fit.settle = 0;
    session->set(other);
    EXPECT_FALSE(session->live().enough_colors()) << "it is of another recipe";
    EXPECT_EQ(settle().enough_colors(), chosen(picture, other));
}

TEST_F(EnoughColorsTest, FollowEverySettingThatTheErrorDependsOn) {
    const auto picture = write_picture("a.png", many_colors(24));
    session->set(joined(9));
    session->open({picture});
    const auto usual = settle().enough_colors();
    std::size_t others = 0;
    for (const auto& [words, recipe] : changed_settings(joined(9))) {
        session->set(recipe, only(recipe.shift.weighting));
        const auto enough = settle().enough_colors();
        EXPECT_EQ(enough, chosen(picture, recipe)) << words;
        others += enough != usual;
    }
    EXPECT_GT(others, 4u) << "of which some change it";
}

TEST_F(EnoughColorsTest, AreOfTheOpenPicture) {
    const auto one = write_picture("a.png", many_colors(40)), two = write_picture("b.png", three_groups());
    session->set(joined(9));
    session->open({one, two});
    const auto first = settle().enough_colors();
    session->open_queued(1);
    const auto second = settle().enough_colors();
    EXPECT_EQ(second, chosen(two, joined(9)));
    EXPECT_NE(second, first);
}

TEST_F(EnoughColorsTest, AreNoneWhereADriftLeavesTooLargeErrorsOrNothingDrifts) {
    Recipe far{.shift = {.radius = 0.5}};
    session->set(far);
    session->open({write_picture("a.png", many_colors(40))});
    EXPECT_FALSE(settle().enough_colors());
    far.palette.to = {Rgb{0, 0, 0}, Rgb{255, 255, 255}};
    far.palette.directly = true;
    session->set(far);
    EXPECT_FALSE(settle().enough_colors());
}

TEST_F(EnoughColorsTest, FollowARecipeThatChoosesItsColors) {
    const auto picture = write_picture("a.png", many_colors(40));
    Recipe recipe = joined(9);
    recipe.palette.colors.reset();
    recipe.palette.max_error = 0.05;
    session->set(recipe);
    session->open({picture});
    const Snapshot snapshot = settle();
    ASSERT_TRUE(snapshot.exact());
    EXPECT_EQ(snapshot.frequency->chosen_colors, snapshot.frequency->swatches.size());
    EXPECT_LE(snapshot.frequency->difference.percentile_95, 0.05);
    EXPECT_GT(snapshot.enough_colors(), snapshot.frequency->chosen_colors);
}

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

TEST(SessionSettings, HasARecipeInItsRangesWithTheFirstWeighting) {
    const SessionSettings wanted = clamped(
        {.recipe = {.source = {.smooth = 99}, .shift = {.radius = 9}}, .weightings = Weightings::frequency});
    EXPECT_EQ(wanted.recipe, (Recipe{.source = {.smooth = 16},
                                     .shift = {.radius = max_radius, .weighting = Weighting::frequency}}));
    EXPECT_EQ(clamped(wanted), wanted);
    EXPECT_EQ(clamped(SessionSettings{}), SessionSettings{});
}

}
}
