#include "base/parallel.h"
#include "session_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace huedrift {
namespace {

using VeryManyColors = SessionTest;

TEST_F(SessionTest, StepsToTheNextRadiusThatChangesTheCount) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const std::size_t count = settle().frequency->swatches.size();
    session->step_radius(Direction::up);
    const Snapshot snapshot = settle();
    EXPECT_GT(snapshot.recipe->shift.radius, 0.05);
    EXPECT_NE(snapshot.frequency->swatches.size(), count);
    session->set({.shift = {.radius = snapshot.recipe->shift.radius * 0.998}});
    EXPECT_EQ(settle().frequency->swatches.size(), count);
}

TEST_F(SessionTest, AStepAmongManyColorsUsesPreviewsAndOneResult) {
    session->open({write_picture("a.png", many_colors(200))});
    exact();
    session->cancel(); // the curve
    settle();
    const int before = reductions;
    gate.close_after(1); // the result, not the curve
    session->step_radius(Direction::up);
    poll_until(
        [](const Snapshot& snapshot) { return snapshot.recipe->shift.radius > 0.05 && snapshot.exact(); });
    const Snapshot snapshot = session->live();
    EXPECT_LT(snapshot.recipe->shift.radius, 0.2);
    EXPECT_EQ(reductions, before + 1);
}

TEST_F(SessionTest, FillsTheCurve) {
    session->open({write_picture("a.png", three_groups())});
    const Snapshot snapshot = settle();
    ASSERT_TRUE(snapshot.frequency_curve);
    EXPECT_TRUE(snapshot.frequency_curve->complete);
    const std::vector<SweepPoint>& points = snapshot.frequency_curve->points;
    EXPECT_EQ(points.front().radius, min_slider_radius);
    EXPECT_EQ(points.back().radius, max_radius);
    EXPECT_EQ(points.back().colors, 1u);
    EXPECT_TRUE(std::ranges::is_sorted(points, {}, &SweepPoint::radius));
    EXPECT_TRUE(std::ranges::any_of(points, [](const SweepPoint& p) { return p.radius == 0.05; }));
}

TEST_F(SessionTest, TheCurveUsesOneThreadAndLeavesOtherJobsTheirs) {
    const int all = thread_count();
    gate.close_after(1); // the result
    session->open({write_picture("a.png", three_groups())});
    poll_until([&](const Snapshot& now) { return now.activity == Activity::curve && gate.waiting() > 0; });
    EXPECT_EQ(gate.threads(), 1);
    EXPECT_EQ(thread_count(), all);
    gate.open();
    settle();
}

TEST_F(VeryManyColors, HaveACurveThatBeginsWithPreviews) {
    gate.close_after(1);
    session->open({write_picture("a.png", many_colors(200))});
    poll_until([&](const Snapshot& snapshot) {
        return snapshot.frequency_curve && snapshot.frequency_curve->points.size() > Curve::radii;
    });
    const Curve& curve = *session->live().frequency_curve;
    EXPECT_FALSE(curve.complete);
    EXPECT_EQ(std::ranges::count(curve.points, true, &SweepPoint::exact), 1);
    EXPECT_EQ(curve.points.back().colors, 1u);
    EXPECT_GT(curve.points.front().colors, 100u);
}

TEST_F(VeryManyColors, WithoutDriftAreExactAtOnceAndHaveNoPlaceOnTheCurve) {
    session->set({.shift = {.radius = 0}});
    session->open({write_picture("a.png", many_colors(200))});
    poll_until([](const Snapshot& snapshot) { return snapshot.frequency != nullptr; });
    EXPECT_TRUE(session->live().frequency->exact) << "there is no preview";
    EXPECT_EQ(session->live().frequency->swatches.size(), 40000u);
    const Snapshot snapshot = settle();
    EXPECT_LE(reductions, 3) << "of the natural sizes alone";
    ASSERT_TRUE(snapshot.frequency_curve);
    EXPECT_EQ(snapshot.frequency_curve->points.front().radius, min_slider_radius);
    EXPECT_FALSE(snapshot.frequency_curve->complete) << "how long that takes is not known";
}

/// Twelve clusters of colours, so many that the curve begins with previews.
Image clusters() {
    std::mt19937 random(5);
    Image image(200, 200);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::size_t cluster = i % 12;
        const auto channel = [&](std::size_t center) {
            return static_cast<std::uint8_t>(20 + 90 * center + random() % 33);
        };
        image.pixels()[i] = {channel(cluster % 3), channel(cluster / 3 % 2), channel(cluster / 6), 255};
    }
    return image;
}

TEST_F(VeryManyColors, HaveNaturalSizesOfAsManyColoursAsResultsHave) {
    session->open({write_picture("a.png", clusters())});
    Recipe photo = recipe_of(Look::photo);
    Recipe on_device{.shift = {.radius = 0}, .palette = {.colors = 5, .levels = Levels::rgb222}};
    Recipe mapped{.palette = {.to = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}}}};
    for (const Recipe& recipe : {photo, on_device, mapped}) {
        session->set(recipe);
        const Snapshot before = settle();
        ASSERT_GE(before.picture->colors.size(), 32'768u);
        ASSERT_FALSE(before.natural_sizes().empty());
        for (const Plateau& size : before.natural_sizes()) {
            session->set(at_natural_size(*before.settings, size.radius));
            const Snapshot after = settle();
            EXPECT_EQ(after.frequency->swatches.size(), size.colors) << size.radius;
            const std::vector<Plateau> again = after.natural_sizes();
            EXPECT_TRUE(
                std::ranges::equal(again, before.natural_sizes(), {}, &Plateau::radius, &Plateau::radius))
                << "they do not depend on what was counted since";
        }
    }
}

TEST_F(SessionTest, NaturalSizesAreCountedOnceForAllNumbersAndRadii) {
    session->open({write_picture("a.png", three_groups())});
    const Recipe recipe{.shift = {.radius = 0.05}, .palette = {.fit = {.snap = Snap::on}, .colors = 8}};
    session->set(recipe);
    settle();
    const int before = reductions;
    Recipe other = recipe;
    other.palette.colors = 3;
    session->set(other);
    EXPECT_EQ(settle().natural->recipe, natural_recipe(recipe));
    EXPECT_EQ(reductions, before) << "the modes are kept";
}

TEST_F(SessionTest, ARadiusThatThePictureChoseStaysWhenItChoosesNoMore) {
    session->open({write_picture("a.png", many_colors(60))});
    Recipe recipe{.shift = {.radius = 0.3}, .size = {.chooses_radius = true}};
    session->set(recipe);
    const double chosen = settle().recipe->shift.radius;
    ASSERT_NE(chosen, 0.3);
    session->cancel(); // takes in the settings again
    session->link(true);
    EXPECT_EQ(session->recipe().shift.radius, chosen);
    settle();
    session->link(false);
    settle();
    recipe = session->recipe();
    recipe.size.chooses_radius = false;
    session->set(recipe);
    EXPECT_EQ(settle().recipe->shift.radius, chosen);
    EXPECT_EQ(session->live().frequency->recipe.shift.radius, chosen);
    session->undo();
    EXPECT_EQ(settle().recipe->shift.radius, chosen);
    EXPECT_TRUE(session->recipe().size.chooses_radius);
}

TEST_F(SessionTest, TheCurveIsNotComputedTwice) {
    session->open({write_picture("a.png", three_groups())});
    settle();
    const int before = reductions;
    session->set({.shift = {.radius = 0.2}});
    settle();
    EXPECT_EQ(reductions, before + 1);
}

}
}
