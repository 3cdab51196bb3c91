#include "app/canvas/canvas.h"
#include "vulkan/vulkan_faults.h"
#include "window_fixture.h"

#include <SDL.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <thread>

namespace huedrift::app {
namespace {

// One colour that many pixels have, two that few have, within its radius and beyond it.
constexpr Rgba8 many{200, 60, 60, 255}, near_it{215, 75, 60, 255}, far_off{60, 60, 210, 255};
constexpr Options few{.radius = 0.1};

Image three_colors() {
    Image image(40, 20);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = i < 30 ? near_it : i < 60 ? far_off : many;
    return image;
}

/// The cloud of three colours, by a clock that stands still.
class CloudTest : public WindowTest {
protected:
    CloudTest() {
        at_start.now = [this] { return now; };
    }
    void SetUp() override {
        WindowTest::SetUp();
        if (!app) return;
        Recipe recipe;
        recipe.shift.radius = few.radius;
        app->session().set(recipe);
        open(three_colors());
        click(control("tools", {"compare", "Cloud"}));
        settle();
    }
    const Cloud& cloud() { return app->canvas().cloud()->cloud(); }
    /// Where a position is seen, in window pixels.
    Point seen(const Position& position) {
        const auto at = cloud().project(position);
        return {at[0], at[1]};
    }
    Point source_of(Rgba8 color) { return seen(PositionTable(few.transfer)({color.r, color.g, color.b})); }
    Point mode_of(Rgba8 color) {
        const Result& result = *snapshot().frequency;
        const ColorSet& colors = result.picture->colors;
        const auto index = colors.index()[Rgb{color.r, color.g, color.b}];
        return seen(result.palette->entries[result.palette->entry_of[index]].position);
    }
    Rgba8 color_of_canvas() {
        const Area& area = cloud().area;
        return shown(app->capture(), {area.x + area.extent.width - 4.0, area.y + 100.0});
    }
    void pass(std::chrono::milliseconds time) {
        now += time;
        take_events();
        settle();
    }
    double share() { return app->view_state().drift.share(); }

    Playback::Time now{std::chrono::hours(1)};
};

TEST_F(CloudTest, ColorsDriftFromTheSourceToTheResult) {
    EXPECT_EQ(share(), 0);
    EXPECT_EQ(shown(app->capture(), source_of(near_it)), near_it);
    EXPECT_EQ(shown(app->capture(), source_of(far_off)), far_off);
    pass(std::chrono::milliseconds(1)); // it begins
    for (int half = 0; half < 4; ++half) pass(std::chrono::milliseconds(500));
    EXPECT_NEAR(share(), 0.5, 0.05);
    for (int half = 0; half < 4; ++half) pass(std::chrono::milliseconds(500));
    EXPECT_EQ(share(), 1);
    EXPECT_TRUE(app->is_idle()) << "it plays once";
    EXPECT_EQ(shown(app->capture(), source_of(near_it)), color_of_canvas()) << "it has left its place";
    EXPECT_EQ(shown(app->capture(), mode_of(far_off)), far_off);
}

TEST_F(CloudTest, KeysButtonsAndTheSliderPlayIt) {
    key(SDLK_k);
    pass(std::chrono::milliseconds(500));
    EXPECT_EQ(share(), 0) << "paused";
    key(SDLK_l);
    EXPECT_NEAR(share(), 8 / 240.0, 1e-6);
    click(control("drift", {"##next"}));
    EXPECT_NEAR(share(), 16 / 240.0, 1e-6);
    key(SDLK_j);
    key(SDLK_HOME);
    EXPECT_EQ(share(), 0);
    const Point middle = control("drift", {"frame"});
    drag(middle, {middle.x + 40, middle.y});
    EXPECT_GT(share(), 0.5);
    EXPECT_LT(share(), 0.8);
    click(control("drift", {"##play"}));
    const double before = share();
    pass(std::chrono::milliseconds(100));
    EXPECT_GT(share(), before);
}

TEST_F(CloudTest, APointUnderThePointerIsTheSourceColorThere) {
    key(SDLK_k);
    move(source_of(near_it));
    settle();
    EXPECT_EQ(app->view_state().pointed, (Rgb{near_it.r, near_it.g, near_it.b}));
    const Point at = source_of(near_it);
    right_click(at);
    click({at.x + 40, at.y + 20}); // the menu's first line
    const std::unique_ptr<char, decltype(&SDL_free)> copied(SDL_GetClipboardText(), SDL_free);
    EXPECT_EQ(copied.get(), hex_code({near_it.r, near_it.g, near_it.b}));
}

TEST_F(CloudTest, AModeLightsUpAndIsShownAloneByAClick) {
    const Rgb color{far_off.r, far_off.g, far_off.b};
    move(mode_of(far_off));
    settle();
    EXPECT_EQ(app->view_state().hovered, color);
    EXPECT_NE(shown(app->capture(), source_of(near_it)), near_it) << "others are dimmed";
    click(mode_of(far_off));
    EXPECT_EQ(app->view_state().isolated, color);
    click(mode_of(far_off));
    EXPECT_EQ(app->view_state().isolated, std::nullopt);
}

TEST_F(CloudTest, DraggingTurnsItTheWheelZoomsAndFitResets) {
    const Point middle{cloud().area.x + 200.0, cloud().area.y + 150.0};
    const Point first = source_of(near_it), black = seen({0, 0, 0});
    drag(middle, {middle.x + 150, middle.y});
    EXPECT_GT(std::abs(source_of(near_it).x - first.x), 5);
    EXPECT_NEAR(seen({0, 0, 0}).x - black.x, seen({units_per_one, 0, 0}).x - black.x, 0.01)
        << "about lightness";
    const float unit = cloud().project.unit;
    wheel(middle, 3);
    EXPECT_GT(cloud().project.unit, unit * 1.3);
    press_key(SDLK_f);
    EXPECT_NEAR(source_of(near_it).x, first.x, 0.01);
    EXPECT_EQ(cloud().project.unit, unit);
    EXPECT_EQ(app->view_state().isolated, std::nullopt) << "a drag is no click";
}

TEST_F(CloudTest, BasinsHaveTheColorsOfTheResult) {
    key(SDLK_k);
    click(control("drift", {"Basins"}));
    settle();
    const Rgb mode = *snapshot().frequency->result_of({near_it.r, near_it.g, near_it.b});
    EXPECT_EQ(shown(app->capture(), source_of(near_it)), (Rgba8{mode.r, mode.g, mode.b, 255}));
}

TEST_F(CloudTest, FollowsTheRadiusAndGivesWayToPictures) {
    const auto before = cloud().drift;
    click(slider(0.99));
    settle();
    EXPECT_NE(cloud().drift, before);
    EXPECT_EQ(cloud().drift->result, snapshot().frequency);
    EXPECT_EQ(snapshot().frequency->swatches.size(), 1u);
    press_key(SDLK_s);
    EXPECT_EQ(app->canvas().cloud(), nullptr);
    EXPECT_EQ(app->canvas().panes().size(), 2u);
    press_key(SDLK_o);
    EXPECT_NE(app->canvas().cloud(), nullptr);
    EXPECT_EQ(app->settings().compare, Compare::cloud);
}

TEST_F(CloudTest, HasNothingToPlayWithoutColors) {
    launch({.settings = {.compare = Compare::cloud}});
    settle();
    EXPECT_EQ(cloud().drift, nullptr);
    open(Image(5, 5)); // transparent
    EXPECT_EQ(cloud().drift, nullptr);
    open(three_colors());
    EXPECT_NE(cloud().drift, nullptr);
}

/// Fails every allocation by this thread.
vulkan::VulkanFaults::Decide no_memory_for_the_window() {
    return [window = std::this_thread::get_id()](std::string_view call) {
        return call == "vkAllocateMemory" && std::this_thread::get_id() == window
                   ? vulkan::VulkanFault::out_of_device_memory
                   : vulkan::VulkanFault::none;
    };
}

TEST_F(CloudTest, HasFewerPointsWhereTheDeviceHasNoMemoryForMore) {
    press_key(SDLK_s);
    open(ramps(40, 30));
    const std::size_t all = snapshot().picture->colors.size();
    {
        const vulkan::VulkanFaults faults(no_memory_for_the_window());
        key(SDLK_o);
        run_until([&] { return cloud().drift && cloud().drift->points->size() < all; });
    }
    settle();
    const std::size_t fewer = cloud().drift->points->size();
    EXPECT_LT(fewer, all);
    EXPECT_GT(fewer, 0u);
    EXPECT_THAT(app->notice(), testing::HasSubstr("the device has no memory for so many points"));
    EXPECT_THAT(app->notice(), testing::Not(testing::HasSubstr("new device")));
}

TEST_F(CloudTest, ItsDriftEndsWhenItIsLeft) {
    press_key(SDLK_s);
    open(ramps(400, 300)); // whose drift takes seconds
    key(SDLK_o);
    run_until([&] { return app->session().is_drifting(); });
    key(SDLK_s);
    run_until([&] { return app->is_idle(); });
    EXPECT_FALSE(app->session().is_drifting());
    key(SDLK_o);
    run_until([&] { return app->session().is_drifting(); });
}

class GuideTheCloud : public CloudTest {};

TEST_F(GuideTheCloud, TheFirstStepsAreShownLongest) {
    open(ramps(40, 30));
    const Drift& drift = *cloud().drift;
    ASSERT_GT(drift.states.size(), 4u);
    const double first = std::cbrt(1 / double(drift.states.size() - 1));
    EXPECT_EQ(drift.at(first * 0.99).first, 0u);
    EXPECT_EQ(drift.at(first * 1.01).first, 1u);
    EXPECT_GT(drift.at(first * 2).first, 6u) << "in the same time";
}

TEST_F(GuideTheCloud, ADeviceWithoutAGpuDrawsTwentyThousand) {
    const auto is_gpu = [](const vulkan::DeviceFacts& device) {
        return device.type != vulkan::DeviceType::cpu;
    };
    if (std::ranges::any_of(app->context().devices(), is_gpu)) GTEST_SKIP() << "there is a GPU";
    Image image(160, 160);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = {std::uint8_t(i % 160), std::uint8_t(i / 160), 100, 255};
    open(image);
    EXPECT_EQ(cloud().drift->points->size(), 20'000u);
    EXPECT_EQ(cloud().drift->result->picture->colors.size(), 25'600u);
}

}
}
