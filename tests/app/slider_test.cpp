#include "app/ui/texts.h"
#include "window_fixture.h"

#include <SDL.h>

#include <cmath>
#include <iostream>
#include <optional>
#include <set>
#include <thread>

namespace huedrift::app {
namespace {

using SliderTest = WindowTest;

TEST_F(SliderTest, ResultsFollowTwoHundredMovesAndTheLastIsExact) {
    // Enough colours for previews.
    const Image image = ramps(200, 150);
    open(image);
    app->canvas().zoom_to(1);
    settle();
    press(slider(0.3));
    std::set<std::uint64_t> results;
    for (int i = 1; i <= 200; ++i) {
        // Back and forth, so that what was computed before does not help.
        const Point at = slider(0.5 + 0.3 * std::sin(i * 0.37));
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = static_cast<int>(at.x);
        event.motion.y = static_cast<int>(at.y);
        ASSERT_EQ(SDL_PushEvent(&event), 1);
        const auto before = snapshot().frequency->id;
        // Newer moves replace older ones, so that only some of them have results of their own.
        for (int wait = 0; wait < 2 && snapshot().frequency->id == before; ++wait)
            app->run_once(std::chrono::milliseconds(10));
        results.insert(snapshot().frequency->id);
    }
    const double dragged = snapshot().recipe.shift.radius;
    release(slider(0.5 + 0.3 * std::sin(200 * 0.37)));
    run_until([&] { return snapshot().exact(); });
    settle();
    EXPECT_GE(results.size(), 5u) << "the window shows results while the slider moves";
    EXPECT_EQ(snapshot().recipe.shift.radius, dragged);
    const Image expected = reduced(image, snapshot().recipe.options()), capture = app->capture();
    int wrong = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            wrong += shown(capture, place_of(1, x, y)) !=
                     expected.pixels()[std::size_t(y) * std::size_t(image.width()) + std::size_t(x)];
    EXPECT_EQ(wrong, 0);
    key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(snapshot().recipe.shift.radius, Options{}.radius) << "one drag is one step";
    std::cout << app->clock().summary() << "\n";
}

TEST_F(SliderTest, AMoveIsAskedForBeforeAnythingIsAwaitedAndItsFrameSaysIt) {
    open(ramps(200, 150));
    const auto field = area("panel", {"##radius"});
    press(slider(0.3));
    settle();
    for (const double share : {0.4, 0.5}) {
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = static_cast<int>(slider(share).x);
        event.motion.y = static_cast<int>(slider(share).y);
        settle();
        const double before = snapshot().recipe.shift.radius;
        std::optional<double> first_wait;
        const std::size_t frames = app->clock().count();
        {
            const vulkan::VulkanFaults recorded(
                [&, here = std::this_thread::get_id()](std::string_view call) {
                    const bool waits = call == "vkWaitForFences" || call == "vkAcquireNextImageKHR";
                    if (waits && std::this_thread::get_id() == here && !first_wait)
                        first_wait = snapshot().recipe.shift.radius;
                    return vulkan::VulkanFault::none;
                });
            ASSERT_EQ(SDL_PushEvent(&event), 1);
            while (app->clock().count() == frames) app->run_once(std::chrono::milliseconds(0));
        }
        EXPECT_NE(snapshot().recipe.shift.radius, before);
        EXPECT_EQ(first_wait, snapshot().recipe.shift.radius);
        EXPECT_EQ(drawn_text(&field), short_number(snapshot().recipe.shift.radius));
    }
    release(slider(0.5));
}

}
}
