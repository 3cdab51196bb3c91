#include "base/parallel.h"
#include "session_run.h"

#include <gtest/gtest.h>

#include <algorithm>

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
    const Snapshot snapshot = session->snapshot();
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
    const Curve& curve = *session->snapshot().frequency_curve;
    EXPECT_FALSE(curve.complete);
    EXPECT_EQ(std::ranges::count(curve.points, true, &SweepPoint::exact), 1);
    EXPECT_EQ(curve.points.back().colors, 1u);
    EXPECT_GT(curve.points.front().colors, 100u);
}

TEST_F(VeryManyColors, WithoutDriftAreExactAtOnceAndHaveNoPlaceOnTheCurve) {
    session->set({.shift = {.radius = 0}});
    session->open({write_picture("a.png", many_colors(200))});
    poll_until([](const Snapshot& snapshot) { return snapshot.frequency != nullptr; });
    EXPECT_TRUE(session->snapshot().frequency->exact) << "there is no preview";
    EXPECT_EQ(session->snapshot().frequency->swatches.size(), 40000u);
    const Snapshot snapshot = settle();
    EXPECT_EQ(reductions, 0);
    ASSERT_TRUE(snapshot.frequency_curve);
    EXPECT_EQ(snapshot.frequency_curve->points.front().radius, min_slider_radius);
    EXPECT_FALSE(snapshot.frequency_curve->complete) << "how long that takes is not known";
}

TEST_F(SessionTest, ARadiusThatThePictureChoseStaysWhenItChoosesNoMore) {
    session->open({write_picture("a.png", many_colors(60))});
    Recipe recipe{.shift = {.radius = 0.3}, .size = {.chooses_radius = true}};
    session->set(recipe);
    const double chosen = settle().recipe->shift.radius;
    ASSERT_NE(chosen, 0.3);
    session->cancel(); // takes in the settings again
    session->link(true);
    EXPECT_EQ(session->snapshot().recipe->shift.radius, chosen);
    settle();
    session->link(false);
    settle();
    recipe = *session->snapshot().recipe;
    recipe.size.chooses_radius = false;
    session->set(recipe);
    EXPECT_EQ(settle().recipe->shift.radius, chosen);
    EXPECT_EQ(session->snapshot().frequency->recipe.shift.radius, chosen);
    session->undo();
    EXPECT_EQ(settle().recipe->shift.radius, chosen);
    EXPECT_TRUE(session->snapshot().recipe->size.chooses_radius);
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
