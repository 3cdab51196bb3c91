#include "window_fixture.h"

#include <SDL.h>

#include <cmath>
#include <iostream>
#include <thread>

namespace huedrift::app {
namespace {

/// Asks from a thread of its own, as often as it can, how many requests of a session are alive.
class Watch {
public:
    explicit Watch(const Session& session)
        : thread_([this, &session](const std::stop_token& stop) {
              while (!stop.stop_requested()) {
                  most_ = std::max(most_, session.requests_alive());
                  std::this_thread::sleep_for(std::chrono::microseconds(100));
              }
          }) {}
    /// The most there were.
    int end() {
        thread_.request_stop();
        thread_.join();
        return most_;
    }

private:
    int most_ = 0;
    std::jthread thread_;
};

using SliderTest = WindowTest;

TEST_F(SliderTest, TwoHundredMovesInTwoSecondsEndWithWhatOneMoveWouldShow) {
    // Enough colours for previews.
    const Image image = ramps(200, 150);
    open(image);
    app->canvas().zoom_to(1);
    settle();
    Watch watch(app->session());
    press(slider(0.3));
    const auto start = std::chrono::steady_clock::now();
    for (int i = 1; i <= 200; ++i) {
        // Back and forth, so that what was computed before does not help.
        const Point at = slider(0.5 + 0.3 * std::sin(i * 0.37));
        SDL_Event event{};
        event.type = SDL_MOUSEMOTION;
        event.motion.x = static_cast<int>(at.x);
        event.motion.y = static_cast<int>(at.y);
        ASSERT_EQ(SDL_PushEvent(&event), 1);
        app->run_once(std::chrono::milliseconds(0));
        std::this_thread::sleep_until(start + i * std::chrono::milliseconds(10));
    }
    const double dragged = snapshot().recipe.radius;
    release(slider(0.5 + 0.3 * std::sin(200 * 0.37)));
    run_until([&] { return snapshot().exact(); });
    settle();
    EXPECT_LE(watch.end(), 2);
    EXPECT_EQ(snapshot().recipe.radius, dragged);
    const Image expected = reduced(image, snapshot().recipe.options()), capture = app->capture();
    int wrong = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            wrong += shown(capture, place_of(1, x, y)) !=
                     expected.pixels()[std::size_t(y) * std::size_t(image.width()) + std::size_t(x)];
    EXPECT_EQ(wrong, 0);
    key(SDLK_z, KMOD_LCTRL);
    EXPECT_EQ(snapshot().recipe.radius, Options{}.radius) << "one drag is one step";
    std::cout << app->clock().summary() << "\n";
}

}
}
