#include "panel_fixture.h"

#include <SDL.h>

#include <cmath>

namespace huedrift::app {
namespace {

/// The panel as a whole: its width and the places of its parts.
class SidePanelTest : public PanelTest {
protected:
    SidePanelTest() { geometry = {.width = 1280, .height = 800}; }
    double width() { return app->settings().panel.width; }
    bool shown() { return app->settings().panel.shown; }
    /// The right edge of the last pane.
    int end_of_pictures() {
        const Area& area = app->canvas().panes().back().area;
        return area.x + area.extent.width;
    }
    Point border() { return control("border", {"drag"}); }
    void drag_border(double by) {
        const Point from = border();
        drag(from, from + Point{by, 0});
        settle();
    }
};

TEST_F(SidePanelTest, AKeyHidesItAndShowsItAgain) {
    open(banded());
    const int narrow = end_of_pictures();
    press_key(SDLK_F9);
    EXPECT_FALSE(shown());
    EXPECT_GT(end_of_pictures(), narrow + 300) << "the pictures take its place";
    EXPECT_FALSE(says("Radius"));
    EXPECT_TRUE(says("F9 shows it again"));
    press_key(SDLK_F9);
    EXPECT_EQ(end_of_pictures(), narrow);
    EXPECT_TRUE(says("Radius"));
}

TEST_F(SidePanelTest, IsInTheMenuAndAmongTheCommands) {
    open(banded());
    click(control("##MainMenuBar", {"##menubar", "View"}));
    take("Panel");
    EXPECT_FALSE(shown());
    press_key(SDLK_p, KMOD_CTRL | KMOD_SHIFT);
    enter("hide sidebar");
    settle();
    EXPECT_TRUE(shown());
}

TEST_F(SidePanelTest, IsNarrowedAndWidenedByItsBorderWithinLimits) {
    open(banded());
    drag_border(30);
    EXPECT_EQ(width(), PanelSettings::usual - 30);
    drag_border(400);
    EXPECT_EQ(width(), PanelSettings::narrowest);
    drag_border(-900);
    EXPECT_EQ(width(), PanelSettings::widest);
    EXPECT_NEAR(border().x, 1280 - PanelSettings::widest, 1);
    EXPECT_NEAR(end_of_pictures(), border().x, 1);
}

TEST_F(SidePanelTest, ADoubleClickOnItsBorderResetsItsWidth) {
    open(banded());
    drag_border(-100);
    EXPECT_EQ(width(), PanelSettings::usual + 100);
    double_click(border());
    EXPECT_EQ(width(), PanelSettings::usual);
}

TEST_F(SidePanelTest, LeavesThePictureSomeRoomInANarrowWindow) {
    geometry = {.width = 720, .height = 480};
    launch({.settings = {.panel = {.width = PanelSettings::widest}}});
    open(banded());
    EXPECT_EQ(end_of_pictures(), 240);
    EXPECT_EQ(width(), PanelSettings::widest) << "a wider window restores the panel's width";
}

TEST_F(SidePanelTest, EverythingWorksWithoutItInASmallWindow) {
    geometry = {.width = 720, .height = 480};
    launch({.settings = {.panel = {.shown = false}, .hint = 0}});
    open(ramps(60, 40));
    EXPECT_EQ(end_of_pictures(), 720);
    EXPECT_FALSE(says("Three main settings")) << "a hint needs the control that it points at";
    const double radius = snapshot().recipe->shift.radius;
    key(SDLK_RIGHT);
    run_until([&] { return snapshot().exact(); });
    EXPECT_GT(snapshot().recipe->shift.radius, radius);
    settle(); // the result arrived after this frame had begun
    EXPECT_TRUE(says("final in"));
    click(control("tools", {"compare", "Wipe"}));
    EXPECT_EQ(app->view_state().settings.compare, Compare::wipe);
    for (const int command : {SDLK_F1, SDLK_s}) {
        press_key(command, command == SDLK_s ? KMOD_CTRL : 0);
        EXPECT_STREQ(popup(), command == SDLK_s ? "export" : "keys");
        press_key(SDLK_ESCAPE);
    }
}

TEST_F(SidePanelTest, KeysActOnTheWindowOnceItIsHidden) {
    open(banded());
    click(swatch(app->capture(), bands[0]));
    press_key(SDLK_F9);
    const double radius = snapshot().recipe->shift.radius;
    key(SDLK_RIGHT);
    EXPECT_GT(snapshot().recipe->shift.radius, radius) << "the key must not go to the swatches";
    key(SDLK_F9);
    key(SDLK_F6);
    press_key(SDLK_F6);
    press_key(SDLK_F9);
    const double further = snapshot().recipe->shift.radius;
    key(SDLK_RIGHT);
    EXPECT_GT(snapshot().recipe->shift.radius, further) << "the key must not go to a control";
}

TEST_F(SidePanelTest, StopsIsolatingAVanishedColorWhileHidden) {
    open(banded());
    key(SDLK_PERIOD);
    key(SDLK_F9);
    ASSERT_TRUE(app->view_state().isolated);
    reduce({.shift = {.radius = 1.7}});
    EXPECT_FALSE(app->view_state().isolated);
}

TEST_F(SidePanelTest, SaysThatOneColourIsShownAlone) {
    open(banded());
    press_key(SDLK_PERIOD);
    EXPECT_TRUE(says("alone"));
    click(control("one colour", {"###all"}));
    EXPECT_FALSE(app->view_state().isolated);
}

TEST_F(SidePanelTest, UnfoldingMovesNothingAboveIt) {
    open(ramps(200, 200));
    app->session().set({.shift = {.radius = 0.01}}); // more swatches than there is room for
    await_exact();
    const auto places = [&] {
        return std::vector{area("panel", {"colors"}), area("panel/swatches", {"order", "Hue"}),
                           area("panel/swatches/grid", {0, "swatch"})};
    };
    const auto before = places();
    const float folds = area("panel/folds", {"method"})[1];
    for (const char* const fold : {"method", "source", "finish"}) {
        click(control("panel/folds", {fold}));
        EXPECT_GT(area("panel/folds", {"diagram", "Curve"})[1], folds + 100) << fold;
        EXPECT_EQ(places(), before) << fold;
        EXPECT_EQ(area("panel/folds", {"method"})[1], folds) << fold;
        click(control("panel/folds", {fold}));
    }
}

TEST_F(SidePanelTest, FoldsTakeTheRoomThatFewSwatchesLeave) {
    open(banded());
    const auto top = [&] { return area("panel/folds", {"method"})[1]; };
    const auto swatch = area("panel/swatches/grid", {0, "swatch"});
    const float folded = top();
    click(control("panel/folds", {"method"}));
    settle();
    const float unfolded = top();
    EXPECT_LT(unfolded, folded - 40);
    EXPECT_GT(unfolded, swatch[1] + swatch[3]) << "below the swatches";
    EXPECT_EQ(area("panel/swatches/grid", {0, "swatch"}), swatch);
    app->session().set(snapshot().recipe->at(0.4)); // a single colour
    await_exact();
    EXPECT_EQ(top(), unfolded) << "results move nothing";
    click(control("panel/folds", {"finish"}));
    click(control("panel/folds", {"method"}));
    settle();
    EXPECT_EQ(top(), unfolded) << "one is still open";
    click(control("panel/folds", {"finish"}));
    settle();
    EXPECT_EQ(top(), folded);
}

TEST_F(SidePanelTest, FourRowsOfSwatchesAreInView) {
    open(ramps(200, 200));
    reduce({.shift = {.radius = 0.01}});
    const auto first = area("panel/swatches/grid", {0, "swatch"});
    int rows = 0;
    for (int number = 0; rows < 4 && number < 80; ++number) {
        const auto [x, y, width, height] = area("panel/swatches/grid", {number, "swatch"});
        if (x != first[0]) continue;
        ++rows;
        move({x + width / 2.0, y + height - 2.0});
        EXPECT_TRUE(app->view_state().hovered) << "row " << rows;
        EXPECT_LT(y + height, area("panel/folds", {"method"})[1]);
    }
    EXPECT_EQ(rows, 4);
}

TEST_F(SidePanelTest, NoRowOfSwatchesIsCut) {
    open(ramps(200, 200));
    reduce({.shift = {.radius = 0.01}});
    for (const int height : {760, 800, 850, 900}) {
        SDL_SetWindowSize(app->window().sdl(), 1280, height);
        settle();
        const auto first = area("panel/swatches/grid", {0, "swatch"});
        const ImGuiWindow* const grid = find_window("panel/swatches/grid");
        // From the first row's upper edge to the last one's lower edge.
        const double pitch = first[3] + 5, seen = (grid->InnerRect.Max.y - first[1] + 1) / pitch;
        EXPECT_NEAR(seen, std::round(seen), 0.1) << height;
    }
}

TEST_F(SidePanelTest, HasRoomForTheHistogram) {
    open(banded());
    app->analysis().show(AnalysisPanel::Diagram::histogram);
    settle();
    const auto luminance = area("panel/folds", {"Luminance"});
    EXPECT_GT(luminance[3], 50);
    EXPECT_LT(luminance[1] + luminance[3], 770) << "above the line at the bottom";
}

TEST_F(SidePanelTest, ThePaletteAndTheMethodSayWhatTheyAre) {
    open(banded());
    EXPECT_TRUE(says("Palette"));
    EXPECT_TRUE(says("Method: where they drift"));
}

}
}
