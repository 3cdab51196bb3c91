#include "panel_fixture.h"

#include <SDL.h>
#include <imgui.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// The order of the swatches by pixels, of equals by code: yellow, green, blue, red.
const std::vector<Rgb> listed_bands{bands[3], bands[1], bands[2], bands[0]};

class SwatchSelectionTest : public PanelTest {
protected:
    void SetUp() override {
        PanelTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        open(banded());
        const Image capture = app->capture();
        for (const Rgb color : listed_bands) at.push_back(swatch(capture, color));
    }
    std::vector<Rgb> chosen() const { return app->view_state().selection.colors(); }
    std::vector<Rgb> hidden() {
        const Result& result = *snapshot().frequency;
        std::vector<Rgb> colors = colors_of(result.layers.list);
        std::ranges::sort(colors);
        std::erase_if(colors, [is_hidden = HiddenIn(result, app->view_state().display.hidden)](Rgb color) {
            return !is_hidden(color);
        });
        return colors;
    }

    std::vector<Point> at; ///< the swatches, in their order
};

TEST_F(SwatchSelectionTest, GrowsByClicksWithCtrlAndShift) {
    click(at[0]);
    EXPECT_EQ(app->view_state().isolated, listed_bands[0]) << "a plain click as ever";
    click(at[2], KMOD_CTRL);
    EXPECT_EQ(chosen(), (std::vector{listed_bands[0], listed_bands[2]}));
    EXPECT_FALSE(app->view_state().isolated);
    EXPECT_TRUE(hidden().empty());
    click(at[0], KMOD_CTRL);
    EXPECT_EQ(chosen(), std::vector{listed_bands[2]});
    click(at[1]);
    click(at[3], KMOD_SHIFT);
    EXPECT_EQ(chosen(), (std::vector{listed_bands[1], listed_bands[2], listed_bands[3]}));
    click(at[0], KMOD_SHIFT);
    EXPECT_EQ(chosen(), (std::vector{listed_bands[0], listed_bands[1]})) << "from the one clicked without";

    key(SDLK_a, KMOD_CTRL);
    EXPECT_EQ(chosen(), listed_bands);
    key(SDLK_ESCAPE);
    EXPECT_TRUE(chosen().empty());
    key(SDLK_a, KMOD_CTRL);
    EXPECT_EQ(chosen(), listed_bands) << "the list keeps the focus";
    click(at[3] + Point{60, 0});
    EXPECT_TRUE(chosen().empty()) << "clicked beside the swatches";
    click(place_of(0, 5, 20));
    key(SDLK_a, KMOD_CTRL);
    EXPECT_TRUE(chosen().empty()) << "the picture has the focus";
}

TEST_F(SwatchSelectionTest, KeysWalkAndExtend) {
    const double radius = snapshot().recipe->shift.radius;
    click(at[0]);
    key(SDLK_BACKSPACE);
    key(SDLK_RIGHT);
    EXPECT_EQ(chosen(), std::vector{listed_bands[1]});
    move({640, 20});
    settle();
    EXPECT_EQ(app->view_state().hovered, listed_bands[1]) << "lit up as by the pointer";
    key(SDLK_RIGHT, KMOD_SHIFT);
    key(SDLK_RIGHT, KMOD_SHIFT);
    EXPECT_EQ(chosen(), (std::vector{listed_bands[1], listed_bands[2], listed_bands[3]}));
    key(SDLK_LEFT, KMOD_SHIFT);
    EXPECT_EQ(chosen(), (std::vector{listed_bands[1], listed_bands[2]}));
    key(SDLK_HOME, KMOD_CTRL);
    EXPECT_EQ(chosen(), (std::vector{listed_bands[1], listed_bands[2]})) << "with Ctrl it only walks";
    key(SDLK_SPACE, KMOD_CTRL);
    EXPECT_EQ(chosen(), (std::vector{listed_bands[0], listed_bands[1], listed_bands[2]}));
    key(SDLK_END);
    EXPECT_EQ(chosen(), std::vector{listed_bands[3]});
    EXPECT_EQ(snapshot().recipe->shift.radius, radius);
    key(SDLK_RETURN);
    EXPECT_EQ(app->view_state().isolated, listed_bands[3]);
    key(SDLK_LEFT);
    EXPECT_EQ(app->view_state().isolated, listed_bands[2]) << "alone goes along";
    click(place_of(0, 5, 20));
    key(SDLK_RIGHT);
    EXPECT_NE(snapshot().recipe->shift.radius, radius) << "over the picture it is the radius's key";
}

TEST_F(SwatchSelectionTest, AreHiddenAndShownTogether) {
    click(at[1]);
    click(at[2], KMOD_CTRL);
    key(SDLK_h);
    EXPECT_EQ(hidden(), (std::vector{bands[1], bands[2]}));
    look_again();
    EXPECT_NE(shown(app->capture(), place_of(1, 15, 20)), (Rgba8{20, 180, 60, 255}));
    EXPECT_EQ(shown(app->capture(), place_of(1, 5, 20)), (Rgba8{200, 30, 40, 255}));
    key(SDLK_h);
    EXPECT_TRUE(hidden().empty());
    key(SDLK_RETURN);
    EXPECT_EQ(hidden(), (std::vector{bands[0], bands[3]})) << "the others";
    key(SDLK_RETURN);
    EXPECT_TRUE(hidden().empty());

    right_click(at[2]);
    take("Hide");
    EXPECT_EQ(hidden(), (std::vector{bands[1], bands[2]}));
    right_click(at[1]);
    take("Show only these");
    EXPECT_EQ(hidden(), (std::vector{bands[0], bands[3]}));
    right_click(at[3]);
    EXPECT_EQ(chosen(), std::vector{listed_bands[3]}) << "the menu is of what it was opened on";
    take("Show");
    EXPECT_EQ(hidden(), std::vector{bands[3]});
}

TEST_F(SwatchSelectionTest, TheirCodesAreCopied) {
    click(at[0]);
    click(at[1], KMOD_SHIFT);
    key(SDLK_c, KMOD_CTRL);
    EXPECT_STREQ(ImGui::GetClipboardText(), "#e6c814\n#14b43c\n");
    click(at[2], KMOD_CTRL);
    right_click(at[2]);
    take("Copy these 3");
    EXPECT_STREQ(ImGui::GetClipboardText(), "#e6c814\n#14b43c\n#3c46d2\n");
}

TEST_F(SwatchSelectionTest, ArePinnedTogetherAndUnpinned) {
    click(at[0]);
    click(at[1], KMOD_SHIFT);
    key(SDLK_p);
    run_until([&] { return snapshot().recipe->shift.pins.size() == 2 && snapshot().exact(); });
    settle();
    EXPECT_EQ(chosen().size(), 2u) << "pins do not change these colours";
    right_click(at[1]);
    take("Unpin");
    run_until([&] { return snapshot().recipe->shift.pins.empty() && snapshot().exact(); });
}

TEST_F(SwatchSelectionTest, AreJoinedAndSeparated) {
    click(at[1]);
    click(at[2], KMOD_SHIFT);
    click(at[0], KMOD_CTRL);
    key(SDLK_j, KMOD_CTRL);
    run_until([&] { return snapshot().frequency->swatches.size() == 2 && snapshot().exact(); });
    look_again();
    EXPECT_EQ(snapshot().frequency->result_of(bands[1]), listed_bands[0]) << "into the one chosen last";
    EXPECT_EQ(chosen(), std::vector{listed_bands[0]}) << "what is gone is not chosen";
    key(SDLK_a, KMOD_CTRL);
    key(SDLK_DELETE);
    run_until([&] { return snapshot().frequency->swatches.size() == 4 && snapshot().exact(); });
    look_again();
    EXPECT_EQ(chosen().size(), 2u);
    key(SDLK_a, KMOD_CTRL);
    right_click(at[3]);
    take("Join into #c81e28");
    run_until([&] { return snapshot().frequency->swatches.size() == 1 && snapshot().exact(); });
    EXPECT_EQ(snapshot().frequency->swatches.front().color, bands[0]);
}

TEST_F(SwatchSelectionTest, KeepsTheRemainingColorsAtAnotherRadius) {
    key(SDLK_a, KMOD_CTRL);
    ASSERT_TRUE(chosen().empty()) << "without the focus";
    click(at[0]);
    key(SDLK_a, KMOD_CTRL);
    const auto is_left = [&](Rgb color) {
        return std::ranges::count(snapshot().frequency->swatches, color, &Swatch::color) > 0;
    };
    for (double radius = 0.1; snapshot().frequency->swatches.size() == 4; radius *= 1.3) {
        ASSERT_LT(radius, 2);
        reduce({.shift = {.radius = radius}});
    }
    look_again();
    EXPECT_EQ(std::size_t(std::ranges::count_if(listed_bands, is_left)), chosen().size());
    EXPECT_LT(chosen().size(), 4u);
    EXPECT_TRUE(std::ranges::all_of(chosen(), is_left));
    reduce({});
    look_again();
    EXPECT_LT(chosen().size(), 4u) << "what came back is new";
    open(banded());
    EXPECT_TRUE(chosen().empty()) << "another picture";
}

TEST_F(SwatchSelectionTest, TheMenuOpensByItsKey) {
    click(at[1]);
    press_key(SDLK_F10, KMOD_SHIFT);
    take("Pin");
    run_until([&] { return is_pinned(*snapshot().recipe, listed_bands[1]); });
}

}
}
