#include "window_fixture.h"

#include "app/ui/camera.h"

#include <SDL.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

class CanvasTest : public WindowTest {
protected:
    /// Every pixel of the picture that a pane shows, as `expected` has it.
    void expect_shown(const Image& capture, std::size_t pane, const Image& expected) const {
        const Area& area = app->canvas().panes().at(pane).area;
        int wrong = 0, seen = 0;
        for (int y = 0; y < expected.height(); ++y)
            for (int x = 0; x < expected.width(); ++x) {
                const Point place = place_of(pane, x, y);
                const Point inside = place - Point{double(area.x), double(area.y)};
                // Names and values are written along the upper and the lower edge.
                if (inside.x < 0 || inside.x >= area.extent.width || inside.y < 50 ||
                    inside.y >= area.extent.height - 60)
                    continue;
                ++seen;
                wrong += shown(capture, place) != expected.pixels()[std::size_t(y * expected.width() + x)];
            }
        EXPECT_GT(seen, expected.width() * expected.height() / 2) << "pane " << pane << " shows too little";
        EXPECT_EQ(wrong, 0) << "of " << seen << " pixels in pane " << pane;
    }
};

TEST_F(CanvasTest, ShowsSourceAndResultsByteForByte) {
    const Image image = ramps(300, 200);
    Recipe recipe;
    recipe.shift.radius = 0.12;
    app->session().set(recipe, Weightings::both);
    open(image);
    app->canvas().zoom_to(1);
    settle();
    const Image capture = app->capture();
    ASSERT_EQ(app->canvas().panes().size(), 4u);
    EXPECT_EQ(app->canvas().panes()[3].comparison, Comparison::difference);
    expect_shown(capture, 0, image);
    expect_shown(capture, 1, reduced(image, recipe.with(Weighting::palette).options()));
    expect_shown(capture, 2, reduced(image, recipe.with(Weighting::frequency).options()));
}

TEST_F(CanvasTest, EnlargesPixelsWithoutBlendingThem) {
    const Image image = ramps(60, 40);
    open(image);
    EXPECT_GE(app->canvas().camera().zoom(), 5);
    const Image capture = app->capture();
    expect_shown(capture, 0, image);
    expect_shown(capture, 1, reduced(image, Options{}));
}

TEST_F(CanvasTest, WipesFromSourceToResult) {
    const Image image = ramps(400, 300), result = reduced(image, Options{.radius = 0.2});
    Recipe recipe;
    recipe.shift.radius = 0.2;
    app->session().set(recipe);
    app->view_state().settings.compare = Compare::wipe;
    open(image);
    ASSERT_EQ(app->canvas().panes().size(), 1u);
    const Pane& pane = app->canvas().panes()[0];
    const double middle = pane.area.x + pane.divider, y = pane.area.y + pane.area.extent.height / 4.0;
    drag({middle, y}, {middle - 120, y});
    settle();
    EXPECT_EQ(pane.area.x + app->canvas().panes()[0].divider, middle - 120);
    const Image capture = app->capture();
    int sources = 0, results = 0;
    for (int i = 0; i < 400; ++i) {
        const Point place = place_of(0, i, 100);
        if (std::abs(place.x - (middle - 120)) < 8) continue;
        const bool left = place.x < middle - 120;
        (left ? sources : results)++;
        EXPECT_EQ(shown(capture, place), (left ? image : result).pixels()[std::size_t(100 * 400 + i)]) << i;
    }
    EXPECT_GT(sources, 50);
    EXPECT_GT(results, 50);
}

TEST_F(CanvasTest, AHeldResultStaysBesideLaterOnes) {
    const Image image = ramps(300, 200);
    open(image);
    reduce({.shift = {.radius = 0.05}});
    press_key(SDLK_b);
    reduce({.shift = {.radius = 0.3}});
    app->canvas().zoom_to(1);
    settle();
    const Image held = reduced(image, Options{.radius = 0.05}),
                result = reduced(image, Options{.radius = 0.3});
    ASSERT_EQ(app->canvas().panes().size(), 4u);
    EXPECT_EQ(app->canvas().panes()[3].comparison, Comparison::difference);
    const Image side_by_side = app->capture();
    expect_shown(side_by_side, 1, result);
    expect_shown(side_by_side, 2, held);
    EXPECT_TRUE(says("Held"));

    press_key(SDLK_w);
    const Image wipe = app->capture();
    const Pane pane = app->canvas().panes().at(0);
    for (const int x : {40, 260}) {
        const Point place = place_of(0, x, 100);
        const bool is_left = place.x < pane.area.x + pane.divider;
        EXPECT_EQ(is_left, x == 40);
        EXPECT_EQ(shown(wipe, place), (is_left ? held : result).pixels()[std::size_t(100 * 300 + x)]) << x;
    }
    press_key(SDLK_b);
    press_key(SDLK_s);
    EXPECT_EQ(app->canvas().panes().size(), 2u) << "it was let go";
}

TEST_F(CanvasTest, BothSidesOfAWipeAreChosen) {
    SDL_SetWindowSize(app->window().sdl(), 1280, 600);
    open(ramps(60, 40));
    app->session().set({}, Weightings::both);
    await_exact();
    press_key(SDLK_w);
    EXPECT_TRUE(says("Source"));
    click(control("tools", {"##left"}));
    click(control("##Combo_00", {"By colours"}));
    EXPECT_EQ(app->view_state().left, Compared::other);
    const Pane& pane = app->canvas().panes().at(0);
    EXPECT_EQ(pane.left, app->shown().palette.picture.get());
    EXPECT_EQ(pane.right, app->shown().frequency.picture.get());
    app->session().set({}, Weightings::palette);
    await_exact();
    EXPECT_EQ(app->canvas().panes().at(0).left, app->shown().source.picture.get())
        << "there is no other result";
}

TEST_F(CanvasTest, TheDifferenceOfEqualPicturesIsCold) {
    const Image image = ramps(40, 30);
    Recipe recipe;
    recipe.shift.radius = 1e-6;
    app->session().set(recipe);
    app->view_state().settings.compare = Compare::difference;
    open(image);
    const Rgba8 cold = shown(app->capture(), place_of(0, 20, 15));
    EXPECT_LT(cold.r + cold.g + cold.b, 40);
    recipe.shift.radius = 1;
    app->session().set(recipe);
    settle();
    const Image capture = app->capture();
    const Rgba8 far = shown(capture, place_of(0, 2, 15)), near = shown(capture, place_of(0, 20, 15));
    EXPECT_GT(far.r + far.g + far.b, near.r + near.g + near.b) << "corners are farthest from the only colour";
}

TEST_F(CanvasTest, TheSourceIsShownWhileItsKeyIsHeld) {
    const Image image = ramps(40, 30);
    Recipe recipe;
    recipe.shift.radius = 1;
    app->session().set(recipe);
    app->view_state().settings.compare = Compare::single;
    open(image);
    expect_shown(app->capture(), 0, reduced(image, recipe.with(Weighting::palette).options()));
    app->view_state().source_held = true;
    expect_shown(app->capture(), 0, image);
}

TEST_F(CanvasTest, AnIsolatedColourStandsAlone) {
    const Image image = ramps(60, 40);
    open(image);
    const Image result = reduced(image, Options{});
    const Rgba8 chosen = result.pixels()[20 * 60 + 30];
    app->view_state().isolated = Rgb{chosen.r, chosen.g, chosen.b};
    const Image capture = app->capture();
    int kept = 0, hidden = 0;
    for (int x = 0; x < 60; ++x) {
        const Rgba8 pixel = result.pixels()[std::size_t(20 * 60 + x)];
        const bool is_chosen = pixel == chosen;
        (is_chosen ? kept : hidden)++;
        EXPECT_EQ(shown(capture, place_of(1, x, 20)) == pixel, is_chosen) << x;
    }
    EXPECT_GT(kept, 0);
    EXPECT_GT(hidden, 0);
}

TEST_F(CanvasTest, PicturesAreShownAsSeenWithoutOneKindOfCone) {
    Image image(60, 40);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = i % 60 < 30 ? Rgba8{255, 0, 0, 255} : Rgba8{128, 128, 128, 255};
    open(image);
    // The matrices of Machado, Oliveira and Fernandes (2009) on linear light, worked out by hand.
    const std::vector<std::pair<Cone, Rgba8>> seen{{Cone::long_waves, {109, 95, 0, 255}},
                                                   {Cone::middle_waves, {164, 144, 0, 255}},
                                                   {Cone::short_waves, {255, 0, 15, 255}}};
    const auto expect_near = [](Rgba8 found, Rgba8 expected) {
        EXPECT_NEAR(found.r, expected.r, 1);
        EXPECT_NEAR(found.g, expected.g, 1);
        EXPECT_NEAR(found.b, expected.b, 1);
    };
    for (const auto& [cone, red] : seen) {
        SCOPED_TRACE(name_without(cone));
        app->view_state().missing_cone = cone;
        const Image capture = app->capture();
        expect_near(shown(capture, place_of(0, 10, 20)), red);
        expect_near(shown(capture, place_of(0, 50, 20)), {128, 128, 128, 255});
    }
}

TEST_F(CanvasTest, LargePixelsHaveTheirValuesInThem) {
    Image image(3, 3);
    const Rgba8 flat{20, 180, 60, 255};
    std::ranges::fill(image.pixels(), flat);
    open(image);
    /// Of the middle pixel, how many of the window's have another colour.
    const auto written = [&](double zoom) {
        app->canvas().zoom_to(zoom);
        app->window().wake();
        take_events();
        const Image capture = app->capture();
        const Point middle = place_of(0, 1, 1);
        int others = 0;
        for (double y = -zoom / 2 + 1; y < zoom / 2 - 1; ++y)
            for (double x = -zoom / 2 + 1; x < zoom / 2 - 1; ++x)
                others += shown(capture, {middle.x + x, middle.y + y}) != flat;
        return others;
    };
    EXPECT_EQ(written(24), 0) << "no room for six digits";
    EXPECT_GT(written(64), 50);
}

TEST_F(CanvasTest, TransparencyLiesOverChecks) {
    Image image(32, 24, std::vector<Rgba8>(32 * 24));
    image.pixels()[0] = {200, 10, 10, 255};
    open(image);
    const Theme& theme = Theme::of(Brightness::dark);
    const Rgba8 check = shown(app->capture(), place_of(0, 16, 12));
    const auto is = [&](Rgb color) { return check == Rgba8{color.r, color.g, color.b, 255}; };
    EXPECT_TRUE(is(theme.check_light) || is(theme.check_dark));
}

TEST_F(CanvasTest, TheWheelZoomsAtThePointerAndDraggingPans) {
    open(ramps(300, 200));
    const Point place = place_of(0, 100, 120);
    const double before = app->canvas().camera().zoom();
    wheel(place, 6);
    settle();
    EXPECT_GT(app->canvas().camera().zoom(), before);
    const Point after = place_of(0, 100, 120);
    EXPECT_NEAR(after.x, place.x, app->canvas().camera().zoom());
    EXPECT_NEAR(after.y, place.y, app->canvas().camera().zoom());
    drag(place, place + Point{30, -20});
    settle();
    const Point panned = place_of(0, 100, 120);
    EXPECT_NEAR(panned.x - after.x, 30, 1.5);
    EXPECT_NEAR(panned.y - after.y, -20, 1.5);
}

TEST_F(CanvasTest, ThePaneOfTheDifferenceSaysSo) {
    app->session().set({}, Weightings::both);
    open(ramps(60, 40));
    EXPECT_TRUE(says("Difference By pixels")) << "over the fourth";
    EXPECT_TRUE(says("By colours"));
}

TEST_F(CanvasTest, AFittedPictureFillsItsPane) {
    open(ramps(500, 40));
    const Pane& pane = app->canvas().panes().at(0);
    EXPECT_NEAR(pane.zoom * 500, pane.area.extent.width, 1);
}

Camera camera(Extent picture, Extent pane) {
    Camera camera;
    camera.set_pane(pane);
    camera.set_picture(picture);
    return camera;
}

TEST(Camera, FitsPicturesExactly) {
    EXPECT_DOUBLE_EQ(camera({4000, 1000}, {1000, 800}).zoom(), 0.25);
    EXPECT_DOUBLE_EQ(camera({100, 100}, {390, 500}).zoom(), 3.9);
    EXPECT_EQ(camera({100, 100}, {390, 500}).corner(), (Point{0, 55}));
    EXPECT_EQ(camera({1, 1}, {1000, 1000}).zoom(), Camera::largest_zoom);
}

TEST(Camera, AFittedPictureStaysFitted) {
    Camera it = camera({4000, 1000}, {1000, 800});
    it.set_pane({500, 800});
    EXPECT_DOUBLE_EQ(it.zoom(), 0.125);
    it.zoom_to(1, it.middle());
    it.set_pane({700, 700});
    EXPECT_EQ(it.zoom(), 1);
}

TEST(Camera, ZoomingKeepsWhatIsUnderThePointer) {
    Camera it = camera({4000, 3000}, {1000, 800});
    const Point pointer{700, 300};
    for (const double steps : {3.0, 9.0, 30.0, 4.0, -6.0}) {
        const Point before = it.picture_at(pointer);
        it.zoom_by(steps, pointer);
        const Point after = it.picture_at(pointer);
        EXPECT_LE(std::abs(before.x - after.x) * it.zoom(), 1) << it.zoom();
        EXPECT_LE(std::abs(before.y - after.y) * it.zoom(), 1) << it.zoom();
    }
}

TEST(Camera, StepsMeetWholeFactorsAboveOneAndNeverJumpOverOne) {
    Camera it = camera({4000, 3000}, {1000, 800});
    double last = it.zoom();
    bool met_one = false;
    for (int i = 0; i < 100; ++i) {
        it.zoom_by(1, it.middle());
        EXPECT_FALSE(last < 1 && it.zoom() > 1);
        EXPECT_TRUE(it.zoom() < 1 || it.zoom() == std::floor(it.zoom()));
        EXPECT_TRUE(it.zoom() > last || last == Camera::largest_zoom);
        met_one |= it.zoom() == 1;
        last = it.zoom();
    }
    EXPECT_TRUE(met_one);
    EXPECT_EQ(it.zoom(), Camera::largest_zoom);
    met_one = false;
    for (int i = 0; i < 200; ++i) {
        it.zoom_by(-1, it.middle());
        met_one |= it.zoom() == 1;
        EXPECT_FALSE(last > 1 && it.zoom() < 1);
        last = it.zoom();
    }
    EXPECT_TRUE(met_one);
    EXPECT_LT(it.zoom(), 0.25);
}

TEST(Camera, ThePictureStaysInSight) {
    Camera it = camera({4000, 3000}, {1000, 800});
    it.zoom_to(2, it.middle());
    it.pan({1e6, -1e6});
    const Point corner = it.picture_at(it.middle());
    EXPECT_NEAR(corner.x, 0, 0.5);
    EXPECT_NEAR(corner.y, 3000, 0.5);
    it.zoom_to(0.1, it.middle());
    EXPECT_NEAR(it.picture_at(it.middle()).x, 2000, 10) << "smaller than its pane, it stays in the middle";
}

}
}
