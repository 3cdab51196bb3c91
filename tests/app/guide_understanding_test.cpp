#include "app/ui/theme.h"
#include "panel_fixture.h"
#include "pipeline/sweep.h"

#include <SDL.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

using Diagram = AnalysisPanel::Diagram;

/// Claims of the guide's section that no other test shows.
class GuideUnderstanding : public PanelTest {
protected:
    void SetUp() override {
        PanelTest::SetUp();
        if (app) open(banded());
    }
    Rgb first_color() { return snapshot().frequency->layers.list.front().color; }
    static std::string copied() {
        const std::unique_ptr<char, void (*)(void*)> text(SDL_GetClipboardText(), &SDL_free);
        return text.get();
    }
};

TEST_F(GuideUnderstanding, PinsComeFirstAndStayAtAnyRadius) {
    const Point red = swatch(app->capture(), bands[0]);
    right_click(red);
    take("Pin");
    app->session().set([&] {
        Recipe recipe = *snapshot().recipe;
        recipe.output.order = SwatchOrder::pixels;
        return recipe;
    }());
    await_exact();
    EXPECT_EQ(first_color(), bands[0]) << "though it has the fewest pixels";
    const auto first = area("panel/swatches/grid", {0, "swatch"});
    EXPECT_GT(count_of(app->capture(), first, {255, 255, 255}), 4) << "a disc marks it";
    app->session().set([&] {
        Recipe recipe = *snapshot().recipe;
        recipe.shift.radius = 1.7;
        return recipe;
    }());
    await_exact();
    EXPECT_EQ(snapshot().frequency->result_of(bands[0]), bands[0]);
}

TEST_F(GuideUnderstanding, ASwatchAndTheStripShowTheirFacts) {
    const Point on = swatch(app->capture(), bands[3]);
    const auto facts = {"#e6c814", "62.5 %", "Oklab 0.8", "2,000 pixels from 1 colour"};
    const auto shown_facts = [&] { return std::ranges::count_if(facts, [&](auto it) { return says(it); }); };
    EXPECT_EQ(shown_facts(), 0);
    for (const Point at : {on, on - Point{0, 28}}) {
        move(at);
        settle();
        EXPECT_EQ(shown_facts(), std::ssize(facts));
        look_again();
        EXPECT_EQ(shown_facts(), 0);
    }
}

TEST_F(GuideUnderstanding, ASwatchHasItsNameInThePalette) {
    Recipe recipe = *snapshot().recipe;
    recipe.palette.to.assign(bands.begin(), bands.end());
    recipe.palette.names.assign(bands.size(), "Madder 7");
    reduce(recipe);
    EXPECT_FALSE(says("Madder 7"));
    move(swatch(app->capture(), bands[3]));
    settle();
    EXPECT_TRUE(says("Madder 7"));
}

TEST_F(GuideUnderstanding, TheRightButtonCopiesOneCodeOrAll) {
    right_click(swatch(app->capture(), bands[1]));
    take("Copy #14b43c");
    EXPECT_EQ(copied(), "#14b43c");
    right_click(swatch(app->capture(), bands[1]));
    take("Copy all colours");
    EXPECT_EQ(copied(), "#e6c814\n#14b43c\n#3c46d2\n#c81e28\n");
}

TEST_F(GuideUnderstanding, ARecolorByCodeHasAMarkStaysAtAnotherRadiusAndGoesBack) {
    const Point green = swatch(app->capture(), bands[1]);
    right_click(green);
    take("Recolour\u2026");
    click(control(popup(), {"##code"}));
    retype("#123456");
    key(SDLK_RETURN);
    await_exact();
    const Rgb typed{0x12, 0x34, 0x56};
    EXPECT_EQ(snapshot().frequency->result_of(bands[1]), typed);
    EXPECT_STREQ(popup(), "");
    look_again();
    key(SDLK_RIGHT);
    await_exact();
    EXPECT_EQ(snapshot().frequency->result_of(bands[1]), typed) << "at another radius";
    const Point now = swatch(app->capture(), typed);
    // The lower left corner is not of its colour.
    int marked = 0;
    const Image capture = app->capture();
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 10; ++x) {
            const Rgba8 pixel = shown(capture, {now.x - 8 + 3 + x, now.y + 8 + y});
            marked += pixel == Rgba8{255, 255, 255, 255} || pixel == Rgba8{0, 0, 0, 255};
        }
    EXPECT_GT(marked, 5);
    right_click(now);
    take("Restore colour");
    await_exact();
    EXPECT_EQ(snapshot().frequency->result_of(bands[1]), bands[1]);
}

TEST_F(GuideUnderstanding, TheSwatchOfThePointedColorHasARing) {
    look_again();
    const auto has_ring = [&](int number) { // on its upper edge
        const auto [x, y, width, height] = area("panel/swatches/grid", {number, "swatch"});
        return count_of(app->capture(), {x, y - 2, width, 4}, Theme::of(Brightness::dark).text) > width / 2;
    };
    const auto place_in_list = [&](Rgb color) {
        const auto list = snapshot().frequency->layers.list;
        return int(std::ranges::find(list, color, &Swatch::color) - list.begin());
    };
    for (const std::size_t pointed : {1u, 0u}) {
        move(place_of(0, 5 + 10 * int(pointed), 20));
        settle();
        for (const std::size_t band : {0u, 1u})
            EXPECT_EQ(has_ring(place_in_list(bands[band])), band == pointed) << band;
    }
}

TEST_F(GuideUnderstanding, TheCloudIsZoomedAndTakenBackByADoubleClick) {
    app->analysis().show(Diagram::cloud);
    look_again();
    const Image before = app->capture();
    const std::array<float, 4> cloud{float(panel_left(before)), float(before.height()) - 200, 320, 150};
    const Point on{before.width() - 280.0, before.height() - 60.0};
    wheel(on, 3);
    look_again();
    EXPECT_NE(hash_of(app->capture(), cloud), hash_of(before, cloud));
    double_click(on);
    look_again();
    EXPECT_EQ(hash_of(app->capture(), cloud), hash_of(before, cloud));
}

TEST_F(GuideUnderstanding, TheCloudShowsTheTrajectoriesToTheIsolatedColor) {
    open(ramps(60, 40));
    app->analysis().show(Diagram::cloud);
    look_again();
    app->view_state().isolated = first_color();
    // The mark of the colour is drawn, but its trajectories have not been taken in.
    const Image marked = app->capture();
    ASSERT_FALSE(snapshot().traces);
    run_until([&] { return snapshot().traces != nullptr; });
    look_again();
    EXPECT_EQ(snapshot().traces->color, app->view_state().isolated);
    EXPECT_LE(snapshot().traces->paths.size(), 24u);
    EXPECT_GT(snapshot().traces->paths.size(), 1u);
    const std::array<float, 4> cloud{float(panel_left(marked)), float(marked.height()) - 200, 320, 150};
    const auto starts = [&](const Image& capture) { // a disc each
        return count_of(capture, cloud, Theme::of(Brightness::dark).text);
    };
    EXPECT_GT(starts(app->capture()), starts(marked));
}

TEST_F(GuideUnderstanding, NextGoesFromOneSuggestionToTheNext) {
    open(ramps(60, 40));
    app->analysis().show(Diagram::curve);
    look_again();
    complete_curve();
    run_until([&] { return snapshot().activity == Activity::idle; });
    look_again();
    const auto suggested = [&] { return snapshot().natural_sizes(); };
    ASSERT_GT(suggested().size(), 1u);
    for (int i = 0; i < 3; ++i) {
        run_until([&] { return snapshot().activity == Activity::idle; });
        look_again();
        const std::vector<Plateau> before = suggested();
        const double radius = snapshot().recipe->shift.radius;
        click(control("panel/folds", {"Next"}));
        await_exact();
        EXPECT_NE(snapshot().recipe->shift.radius, radius);
        const auto now = std::ranges::find(before, snapshot().recipe->shift.radius, &Plateau::radius);
        ASSERT_NE(now, before.end());
        EXPECT_EQ(snapshot().frequency->swatches.size(), now->colors);
    }
}

TEST_F(GuideUnderstanding, HeightsOfAHistogramAreSquareRoots) {
    Image image(80, 40); // four times as many pixels of the one grey
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto grey = static_cast<std::uint8_t>(i % 80 < 64 ? 100 : 200);
        image.pixels()[i] = {grey, grey, grey, 255};
    }
    SDL_SetWindowSize(app->window().sdl(), 1280, 960); // room for both, without a scroll bar
    open(image);
    app->analysis().show(Diagram::histogram);
    look_again();
    const Image capture = app->capture();
    const int left = panel_left(capture), width = 320;
    const auto height_at = [&](int bin) {
        int tallest = 0;
        for (int x = left + width * bin / 256 - 4; x < left + width * bin / 256 + 24; ++x) {
            const auto is_bright = [&](int y) { return shown(capture, {double(x), double(y)}).g > 80; };
            int foot = capture.height() - 34; // of the bar in the lower plot
            while (foot > capture.height() - 70 && !is_bright(foot)) --foot;
            int head = foot;
            while (is_bright(head)) --head;
            tallest = std::max(tallest, foot - head);
        }
        return tallest;
    };
    EXPECT_GT(height_at(200), 15);
    EXPECT_NEAR(height_at(100), 2 * height_at(200), 3);
}

TEST_F(GuideUnderstanding, ARowOfTheListIsClickedToShowItAlone) {
    click(control("panel/swatches", {"##list"}));
    look_again();
    click(control("panel/swatches/grid", {0, "swatch"}));
    EXPECT_EQ(app->view_state().isolated, first_color());
}

TEST_F(GuideUnderstanding, KeysGoThroughTheColorsAndMoveThem) {
    key(SDLK_PERIOD);
    key(SDLK_PERIOD);
    EXPECT_EQ(app->view_state().isolated, bands[1]);
    key(SDLK_COMMA);
    EXPECT_EQ(app->view_state().isolated, bands[3]);
    key(SDLK_COMMA);
    EXPECT_EQ(app->view_state().isolated, bands[0]) << "before the first comes the last";
    key(SDLK_COMMA, KMOD_CTRL);
    await_exact();
    EXPECT_EQ(snapshot().frequency->layers.list[2].color, bands[0]);
}

}
}
