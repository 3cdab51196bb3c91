#include "app/ui/texts.h"
#include "panel_fixture.h"

#include <SDL_keycode.h>

namespace huedrift::app {
namespace {

/// Claims of the guide's section that no other test shows.
class GuideComparing : public PanelTest {};

TEST_F(GuideComparing, SideBySideHasOneZoomAndPlaceForAll) {
    open(banded());
    key(SDLK_3, KMOD_CTRL);
    run_until([&] { return snapshot().palette && snapshot().exact(); });
    settle();
    wheel(place_of(0, 20, 10), 5);
    const Point from = place_of(2, 30, 20);
    drag(from, from + Point{-30, -12});
    settle();
    const auto& panes = app->canvas().panes();
    ASSERT_EQ(panes.size(), 4u);
    for (const Pane& pane : panes) {
        EXPECT_EQ(pane.zoom, panes[0].zoom);
        EXPECT_EQ(pane.corner.x, panes[0].corner.x);
        EXPECT_EQ(pane.corner.y, panes[0].corner.y);
    }
    EXPECT_EQ(panes[3].comparison, Comparison::difference);
}

TEST_F(GuideComparing, TheResultHasTheSizeOfItsFileAndItsErrorBesideIt) {
    open(banded());
    run_until([&] { return snapshot().export_bytes.has_value(); });
    settle();
    EXPECT_TRUE(says(file_size(*snapshot().export_bytes)));
    EXPECT_TRUE(says(std::string("error ") + word_for(snapshot().frequency->difference.mean)));
}

TEST_F(GuideComparing, KeysFitAndShowPixelForPixel) {
    open(banded());
    const double fitted = app->canvas().panes().at(0).zoom;
    ASSERT_NE(fitted, 1);
    press_key(SDLK_1);
    EXPECT_EQ(app->canvas().panes().at(0).zoom, 1);
    press_key(SDLK_f);
    EXPECT_EQ(app->canvas().panes().at(0).zoom, fitted);
}

TEST_F(GuideComparing, TheCornerTellsTheColorsBeforeAndAfter) {
    const Image image = banded();
    open(image);
    app->session().set({.shift = {.radius = 1.7}}); // one colour is left
    run_until([&] { return snapshot().exact(); });
    const Rgb left = snapshot().frequency->swatches.front().color;
    ASSERT_NE(left, bands[1]);
    const Point on = place_of(0, 15, 20);
    move(on);
    settle();
    const Image capture = app->capture();
    const auto count_in_corner = [&](Rgb color) {
        int count = 0;
        for (int y = capture.height() - 72; y < capture.height() - 34; ++y)
            for (int x = 0; x < 400; ++x)
                count += shown(capture, {double(x), double(y)}) == Rgba8{color.r, color.g, color.b, 255};
        return count;
    };
    const Pane& pane = app->canvas().panes().at(0);
    ASSERT_LT(pane.area.y + pane.corner.y + 40 * pane.zoom, capture.height() - 72) << "no picture there";
    EXPECT_GT(count_in_corner(bands[1]), 30);
    EXPECT_GT(count_in_corner(left), 30);
}

}
}
