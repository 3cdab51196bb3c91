#include "allocation_fault.h"
#include "panel_fixture.h"

#include <SDL_keycode.h>

#include <algorithm>

namespace huedrift::app {
namespace {

class SwatchesPanelTest : public PanelTest {
protected:
    /// Of a colour in the list.
    std::size_t listed_at(Rgb color) {
        const std::vector<Swatch> layers = snapshot().frequency->layers.list;
        return std::size_t(std::ranges::find(layers, color, &Swatch::color) - layers.begin());
    }
};

TEST_F(SwatchesPanelTest, ASwatchLightsUpItsPixelsAndAClickIsolatesThem) {
    const Image image = banded();
    open(image);
    const Point green = swatch(app->capture(), bands[1]);
    move(green);
    settle();
    EXPECT_EQ(app->view_state().hovered, bands[1]);
    Image capture = app->capture();
    EXPECT_EQ(shown(capture, place_of(1, 15, 20)), (Rgba8{20, 180, 60, 255}));
    EXPECT_NE(shown(capture, place_of(1, 5, 20)), (Rgba8{200, 30, 40, 255}));

    click(green);
    EXPECT_EQ(app->view_state().isolated, bands[1]);
    look_again();
    EXPECT_FALSE(app->view_state().hovered);
    capture = app->capture();
    EXPECT_EQ(shown(capture, place_of(1, 15, 20)), (Rgba8{20, 180, 60, 255}));
    EXPECT_NE(shown(capture, place_of(1, 5, 20)), (Rgba8{200, 30, 40, 255}));
    click(green);
    EXPECT_FALSE(app->view_state().isolated);
}

TEST_F(SwatchesPanelTest, TheMainThreadCopiesNoListOfManyColors) {
    Image many(100, 100);
    for (int i = 0; i < 10'000; ++i)
        many.pixels()[std::size_t(i)] = {std::uint8_t(i % 100), std::uint8_t(i / 100), 90, 255};
    app->session().set(snapshot().recipe->at(0));
    open(many);
    ASSERT_EQ(snapshot().frequency->layers.list.size(), 10'000u);
    const Point one = middle_of("panel/swatches/grid", {1, "swatch"}),
                other = middle_of("panel/swatches/grid", {5, "swatch"});
    const AllocationFault watched(AllocationFault::Of::this_thread, -1);
    app->session().edit([](Recipe& recipe) { recipe.output.order = SwatchOrder::lightness; });
    await_exact();
    click(one);
    click(other, KMOD_CTRL);
    key(SDLK_RETURN);
    settle();
    app->session().edit([](Recipe& recipe) { recipe.output.order = SwatchOrder::hue; });
    await_exact();
    look_again();
    // The dots of the cloud are the most that a layout lists.
    EXPECT_LT(watched.largest(), 10'000 * sizeof(Swatch) / 4) << "bytes";
    EXPECT_EQ(app->view_state().selection.colors().size(), 2u);
    EXPECT_TRUE(says("9998 hidden"));
}

TEST_F(SwatchesPanelTest, HiddenColorsAreNotDrawn) {
    open(banded());
    const Rgba8 green{20, 180, 60, 255}, red{200, 30, 40, 255};
    const auto is_drawn = [&](Rgba8 color, int x) {
        look_again();
        return shown(app->capture(), place_of(1, x, 20)) == color;
    };
    move(swatch(app->capture(), bands[1]));
    settle();
    key(SDLK_h);
    EXPECT_FALSE(app->view_state().isolated);
    EXPECT_FALSE(is_drawn(green, 15));
    EXPECT_TRUE(is_drawn(red, 5));
    EXPECT_EQ(shown(app->capture(), place_of(0, 15, 20)), green) << "the source is whole";
    key(SDLK_BACKSPACE);
    EXPECT_TRUE(is_drawn(green, 15));

    click(control("panel/swatches", {"##list"}));
    look_again();
    click(control("panel/swatches/grid", {0, "eye"}));
    const Rgba8 first{bands[3].r, bands[3].g, bands[3].b, 255}; // has most pixels
    EXPECT_FALSE(is_drawn(first, 60));
    click(control("panel/swatches/grid", {0, "eye"}));
    EXPECT_TRUE(is_drawn(first, 60));

    key(SDLK_PERIOD);
    EXPECT_EQ(app->view_state().isolated, bands[3]);
    EXPECT_FALSE(is_drawn(red, 5));
    key(SDLK_h);
    EXPECT_FALSE(app->view_state().isolated);
    EXPECT_FALSE(is_drawn(first, 60));
    EXPECT_TRUE(is_drawn(red, 5));
    key(SDLK_PERIOD);
    EXPECT_TRUE(is_drawn(first, 60)) << "alone it is shown, hidden or not";
    key(SDLK_PERIOD, KMOD_CTRL);
    run_until([&] { return !snapshot().recipe->output.arrange.empty() && snapshot().exact(); });
    EXPECT_EQ(snapshot().frequency->layers.list[1].color, bands[3]);
    key(SDLK_z, KMOD_CTRL);
    run_until([&] { return snapshot().recipe->output.arrange.empty() && snapshot().exact(); });
    EXPECT_EQ(snapshot().frequency->layers.list[0].color, bands[3]);
}

TEST_F(SwatchesPanelTest, TheStripOfSharesIsPointedAtAndClicked) {
    open(banded());
    const Image capture = app->capture();
    // A band of ten pixels of 80 has an eighth of the strip, which lies right above the swatches.
    const Point first = swatch(capture, bands[3]);
    const Point strip{capture.width() - 174.0, first.y - 28};
    move(strip);
    settle();
    ASSERT_TRUE(app->view_state().hovered);
    const Rgb pointed = *app->view_state().hovered;
    EXPECT_EQ(shown(capture, strip), (Rgba8{pointed.r, pointed.g, pointed.b, 255}));
    click(strip);
    EXPECT_EQ(app->view_state().isolated, pointed);
    click(strip);
    EXPECT_FALSE(app->view_state().isolated);
}

TEST_F(SwatchesPanelTest, ADoubleClickOnASwatchOpensThePickerThatRecolorsIt) {
    open(banded());
    const Point at = swatch(app->capture(), bands[1]);
    double_click(at);
    click(control(popup(), {"plane"}) + Point{20, 10});
    run_until([&] { return snapshot().recipe->palette.recolors.size() == 1 && snapshot().exact(); });
    ASSERT_EQ(snapshot().recipe->palette.recolors.size(), 1u);
    const Edit edit = snapshot().recipe->palette.recolors.front();
    EXPECT_EQ(edit.source, bands[1]);
    EXPECT_NE(edit.target, bands[1]);
    EXPECT_TRUE(std::ranges::count(snapshot().frequency->swatches, edit.target, &Swatch::color));
    key(SDLK_ESCAPE);
    app->session().undo();
    run_until([&] { return snapshot().recipe->palette.recolors.empty() && snapshot().exact(); });
}

TEST_F(SwatchesPanelTest, AMenuStaysWithItsColourWhenAnotherResultArrives) {
    open(banded());
    const auto sort_by = [&](SwatchOrder order) {
        app->session().edit([order](Recipe& recipe) { recipe.output.order = order; });
        run_until([&] { return snapshot().recipe->output.order == order && snapshot().exact(); });
        look_again();
    };
    right_click(swatch(app->capture(), bands[1]));
    const std::size_t before = listed_at(bands[1]);
    sort_by(SwatchOrder::hue);
    ASSERT_NE(listed_at(bands[1]), before);
    take("Pin");
    run_until([&] { return !snapshot().recipe->shift.pins.empty() && snapshot().exact(); });
    EXPECT_EQ(snapshot().recipe->shift.pins, (std::vector<Pin>{{bands[1]}}));

    right_click(swatch(app->capture(), bands[0]));
    app->session().edit([](Recipe& recipe) { recipe.palette.recolors = {{bands[0], Rgb{1, 2, 3}}}; });
    run_until([&] { return !snapshot().recipe->palette.recolors.empty() && snapshot().exact(); });
    look_again();
    take("Copy #010203");

    right_click(swatch(app->capture(), bands[2]));
    app->session().open({write_picture("other.png", ramps(20, 10))});
    run_until([&] { return snapshot().document->path.stem() == "other" && snapshot().exact(); });
    look_again();
    EXPECT_STREQ(popup(), "") << "the colour is gone";
}

TEST_F(SwatchesPanelTest, APressOnASwatchDoesNotEndOnAnotherInItsPlace) {
    open(banded());
    const Point at = swatch(app->capture(), bands[1]);
    press(at);
    app->session().edit([](Recipe& recipe) { recipe.output.order = SwatchOrder::hue; });
    run_until([&] { return snapshot().recipe->output.order && snapshot().exact(); });
    settle();
    release(at);
    settle();
    EXPECT_FALSE(app->view_state().isolated);
}

TEST_F(SwatchesPanelTest, ASwatchDraggedOnAnotherJoinsIt) {
    open(banded());
    const Image capture = app->capture();
    drag(swatch(capture, bands[0]), swatch(capture, bands[2]));
    run_until([&] { return snapshot().frequency->swatches.size() == 3 && snapshot().exact(); });
    EXPECT_EQ(snapshot().recipe->palette.joins, (std::vector<Edit>{{bands[0], bands[2]}}));
}

TEST_F(SwatchesPanelTest, ASwatchDraggedBetweenTwoOthersMovesThere) {
    open(banded());
    Image capture = app->capture();
    drag(swatch(capture, bands[0]), swatch(capture, bands[1]) + Point{-9, 0});
    run_until([&] { return !snapshot().recipe->output.arrange.empty() && snapshot().exact(); });
    EXPECT_EQ(snapshot().recipe->output.arrange, (std::vector<Rgb>{bands[3], bands[0]}));
    look_again();
    capture = app->capture();
    EXPECT_LT(swatch(capture, bands[3]).x, swatch(capture, bands[0]).x);
    EXPECT_LT(swatch(capture, bands[0]).x, swatch(capture, bands[1]).x);
    EXPECT_LT(swatch(capture, bands[1]).x, swatch(capture, bands[2]).x);

    app->session().undo();
    run_until([&] { return snapshot().recipe->output.arrange.empty() && snapshot().exact(); });
    look_again();
    capture = app->capture();
    EXPECT_LT(swatch(capture, bands[2]).x, swatch(capture, bands[0]).x);
}

TEST_F(SwatchesPanelTest, TheOrderOfTheSwatchesIsThatOfFiles) {
    open(banded());
    reduce({.output = {.arrange = {bands[0]}}});
    click(control("panel/swatches", {"order", "Light"}));
    run_until(
        [&] { return snapshot().recipe->output.order == SwatchOrder::lightness && snapshot().exact(); });
    EXPECT_TRUE(snapshot().recipe->output.arrange.empty()) << "it is sorted anew";
    look_again();
    const Image capture = app->capture();
    EXPECT_LT(swatch(capture, bands[0]).x, swatch(capture, bands[1]).x);
    EXPECT_LT(swatch(capture, bands[1]).x, swatch(capture, bands[3]).x);
}

TEST_F(SwatchesPanelTest, EscapeClosesThePinFieldAtOnce) {
    open(banded());
    click(control("panel/swatches", {"+"}));
    type("12");
    press_key(SDLK_ESCAPE);
    key(SDLK_g);
    EXPECT_EQ(app->view_state().settings.compare, Compare::single) << "keys are the window's again";
}

TEST_F(SwatchesPanelTest, ATypedCodeIsPinned) {
    open(banded());
    click(control("panel/swatches", {"+"}));
    enter("14b43");
    settle();
    EXPECT_TRUE(snapshot().recipe->shift.pins.empty()) << "that is no code";
    click(control(popup(), {"##code"}));
    enter("#14b43c");
    run_until([&] { return is_pinned(*snapshot().recipe, bands[1]) && snapshot().exact(); });
    EXPECT_EQ(snapshot().recipe->shift.pins.size(), 1u);
}

/// The picker is open for the green band.
class RecolorTest : public PanelTest {
protected:
    void SetUp() override {
        PanelTest::SetUp();
        if (!app) return;
        open(banded());
        open_picker();
    }
    void open_picker() {
        right_click(swatch(app->capture(), bands[1]));
        take("Recolour\u2026");
    }
    void pick(double x, double y) {
        click(control(popup(), {"plane"}) + Point{x, y});
        run_until([&] { return snapshot().exact(); });
    }
    Rgb now() { return snapshot().frequency->result_of(bands[1]).value_or(Rgb{}); }
    void fill_in(const char* field, const char* text) {
        click(control(popup(), {field}));
        retype(text);
        key(SDLK_TAB);
        run_until([&] { return snapshot().exact(); });
    }
};

TEST_F(RecolorTest, ThePictureFollowsWhileThePointerIsDragged) {
    const Point from = control(popup(), {"plane"});
    press(from);
    move(from + Point{20, 10});
    run_until([&] { return snapshot().exact() && now() != bands[1]; });
    const Rgb first = now();
    move(from + Point{-10, -10});
    run_until([&] { return snapshot().exact() && now() != first; });
    release(from + Point{-10, -10});
    settle();
    click(control(popup(), {"OK"}));
    EXPECT_NE(now(), bands[1]);
    key(SDLK_z, KMOD_LCTRL);
    run_until([&] { return snapshot().exact() && now() == bands[1]; });
}

TEST_F(RecolorTest, CtrlZUndoesChangesOneByOne) {
    pick(20, 10);
    const Rgb first = now();
    pick(-20, 10);
    ASSERT_NE(now(), first);
    key(SDLK_z, KMOD_LCTRL);
    run_until([&] { return snapshot().exact() && now() == first; });
    key(SDLK_z, KMOD_LCTRL);
    run_until([&] { return snapshot().exact() && now() == bands[1]; });
    key(SDLK_z, KMOD_LCTRL); // nothing that was done before it was opened
    key(SDLK_y, KMOD_LCTRL);
    run_until([&] { return snapshot().exact() && now() == first; });
    EXPECT_STRNE(popup(), "") << "it is still open";
}

TEST_F(RecolorTest, CancelAndEscapeLeaveTheOldColor) {
    pick(20, 10);
    pick(-20, 10);
    click(control(popup(), {"Cancel"}));
    run_until([&] { return snapshot().exact() && now() == bands[1]; });
    EXPECT_TRUE(snapshot().recipe->palette.recolors.empty());
    EXPECT_STREQ(popup(), "");
    look_again();
    open_picker();
    pick(20, 10);
    press_key(SDLK_ESCAPE);
    run_until([&] { return snapshot().exact() && now() == bands[1]; });
    EXPECT_STREQ(popup(), "");
}

TEST_F(RecolorTest, EnterInTheFieldOfTheCodePressesOk) {
    click(control(popup(), {"##code"}));
    retype("#123456");
    press_key(SDLK_RETURN);
    EXPECT_STREQ(popup(), "");
    await_exact();
    EXPECT_EQ(now(), (Rgb{0x12, 0x34, 0x56}));
}

TEST_F(RecolorTest, EnterOnNoCodeLeavesThePickerOpen) {
    click(control(popup(), {"##code"}));
    retype("#12345");
    press_key(SDLK_RETURN);
    EXPECT_STRNE(popup(), "");
    EXPECT_EQ(now(), bands[1]);
}

TEST_F(RecolorTest, FieldsThatAreOnlyPassedKeepTheTypedCode) {
    click(control(popup(), {"##code"}));
    retype("#808080");
    for (int field = 0; field < 4; ++field) key(SDLK_TAB); // lightness, chroma and hue, and the code again
    run_until([&] { return snapshot().exact() && now() == Rgb{0x80, 0x80, 0x80}; });
    settle();
    EXPECT_EQ(now(), (Rgb{0x80, 0x80, 0x80}));
}

TEST_F(RecolorTest, AColorIsTypedAsACodeOrByLightnessChromaAndHue) {
    fill_in("##code", "#808080");
    EXPECT_EQ(now(), (Rgb{0x80, 0x80, 0x80}));
    fill_in("##L", "1");
    EXPECT_EQ(now(), (Rgb{255, 255, 255}));
    fill_in("##L", "0.628");
    fill_in("##C", "0.2577");
    fill_in("##h", "29.2");
    const Rgb red = now();
    EXPECT_GT(red.r, 250);
    EXPECT_LT(red.g, 30);
    EXPECT_LT(red.b, 30);
    fill_in("##C", "0");
    EXPECT_EQ(now().r, now().g);
    click(control(popup(), {"old"}));
    run_until([&] { return snapshot().exact() && now() == bands[1]; });
}

}
}
