#include "window_fixture.h"

#include <SDL.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// What is folded away in the panel: each control changes its row of the recipe, and the heading says so.
class FoldsTest : public WindowTest {
protected:
    FoldsTest() { geometry.height = 800; }
    void SetUp() override {
        WindowTest::SetUp();
        if (app) open(ramps(60, 40));
    }
    Point in_folds(Path path) { return control("panel/folds", path); }
    Recipe recipe() { return snapshot().recipe; }
};

TEST_F(FoldsTest, MoreHasWhatFewNeed) {
    click(in_folds({"refinements"}));
    click(in_folds({"Transfer", "Linear"}));
    EXPECT_EQ(recipe().source.transfer, Transfer::linear);
    const Point track = in_folds({"smooth"});
    drag(track, track + Point{40, 0});
    EXPECT_GT(recipe().source.smooth, 0);
    const int dragged = recipe().source.smooth;
    click(in_folds({"at most"}));
    ASSERT_TRUE(recipe().shift.max_iterations);
    click(in_folds({"##iterations"}));
    type("7");
    click(in_folds({"Transfer", "sRGB"}));
    EXPECT_EQ(recipe().shift.max_iterations, 7u);
    EXPECT_EQ(recipe().source.transfer, Transfer::srgb);

    app->session().undo();
    app->session().undo();
    app->session().undo();
    EXPECT_EQ(recipe().shift.max_iterations, std::nullopt);
    EXPECT_EQ(recipe().source.smooth, dragged) << "a drag is one step back";
    app->session().undo();
    EXPECT_EQ(recipe().source.smooth, 0);
    click(in_folds({"refinements"}));
    settle();
    click(in_folds({"refinements"}));
    click(in_folds({"##smooth"}));
    type("3");
    click(in_folds({"Transfer", "sRGB"}));
    EXPECT_EQ(recipe().source.smooth, 3);
}

TEST_F(FoldsTest, FinishHasDitheringFringesAndRegions) {
    click(in_folds({"finish"}));
    const Point fringe = in_folds({"defringe"}); // the middle of 0 to 3
    click(fringe);
    EXPECT_EQ(recipe().labels.defringe, 2);
    drag(fringe, fringe + Point{200, 0});
    EXPECT_EQ(recipe().labels.defringe, 3);
    const Point track = in_folds({"min-region"});
    drag(track, track + Point{30, 0});
    EXPECT_GT(recipe().labels.min_region, 1u);
    click(in_folds({"##min-region"}));
    type("12");
    click(in_folds({"##defringe"}));
    EXPECT_EQ(recipe().labels.min_region, 12u);
    type("1");
    key(SDLK_RETURN);
    EXPECT_EQ(recipe().labels.defringe, 1);

    click(in_folds({"Dither", "Where it shows"}));
    EXPECT_EQ(recipe().labels.dither, Dither::automatic);
    click(in_folds({"Dither", "Everywhere"}));
    EXPECT_EQ(recipe().labels.dither, Dither::everywhere);
    click(in_folds({"Pattern", "Crosses"}));
    EXPECT_EQ(recipe().labels.dither, Dither::ordered);
    click(in_folds({"Pattern", "Blue noise"}));
    EXPECT_EQ(recipe().labels.dither, Dither::blue_noise);
    EXPECT_EQ(recipe().labels.defringe, 0) << "dithering scatters what the other steps would remove";
    EXPECT_EQ(recipe().labels.min_region, 0u);
    const double before = recipe().labels.strength;
    const Point strength = in_folds({"strength"});
    click(strength);
    EXPECT_NE(recipe().labels.strength, before);
    run_until([&] { return snapshot().exact(); });
    click(in_folds({"Dither", "Off"}));
    EXPECT_EQ(recipe().labels.dither, Dither::off);
}

TEST_F(FoldsTest, HistogramsShowOneCurveOrThree) {
    app->analysis().show(AnalysisPanel::Diagram::histogram);
    const Point channels = in_folds({"channels", "Red, green, blue"});
    const auto reds = [&] {
        const Image capture = app->capture();
        return std::ranges::count_if(capture.pixels(),
                                     [](Rgba8 p) { return p.r > 140 && p.g < 90 && p.b < 90; });
    };
    const auto before = reds();
    click(channels);
    move(channels + Point{0, 60}); // names the bin under the pointer
    settle();
    EXPECT_GT(reds(), before + 100);
}

}
}
