// window_bench IMAGE...: opens a window of 3840 x 2160 pixels off the screen and drags the radius for ten
// seconds, 60 moves a second. Prints when the first frame, the first result and the exact result were there
// since the start of the program's main thread, the times of the frames during the drag, and the results that
// arrived, as a table in Markdown.
#include "app/shell/application.h"
#include "base/error.h"

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace {

using namespace huedrift;
using Clock = std::chrono::steady_clock;

constexpr int moves = 600;
constexpr std::chrono::nanoseconds move_interval = std::chrono::nanoseconds(std::chrono::seconds(1)) / 60;

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

/// Handles what is pending; fails if the window says something or closes.
void run_once(app::Application& application, std::chrono::milliseconds wait) {
    const std::string notice = application.session().snapshot().notice;
    if (!notice.empty() || !application.run_once(wait))
        throw Error(ErrorKind::failed, notice.empty() ? "interrupted" : notice);
}

/// Returns the time since `begun` at which `reached` became true.
double run_until(app::Application& application, Clock::time_point begun, const auto& reached) {
    while (!reached()) run_once(application, std::chrono::milliseconds(5));
    return milliseconds(Clock::now() - begun);
}

/// What happened while the radius moved.
struct Drag {
    std::vector<double>
        frames{}; ///< from the wake to the submission, with the wait for the frame before, ms, sorted
    std::set<std::uint64_t> results{}, exact{}; ///< their ids

    double at(double share) const {
        return frames[static_cast<std::size_t>(share * double(frames.size() - 1))];
    }
    double share_below(double limit) const {
        return double(std::ranges::lower_bound(frames, limit) - frames.begin()) / double(frames.size());
    }
};

void note(const Snapshot& snapshot, Drag& drag) {
    if (!snapshot.frequency) return;
    drag.results.insert(snapshot.frequency->id);
    if (snapshot.frequency->exact) drag.exact.insert(snapshot.frequency->id);
}

Drag drag_radius(app::Application& application) {
    Drag drag;
    auto next = Clock::now();
    for (int move = 0; move < moves; ++move) {
        Recipe recipe = application.session().snapshot().recipe;
        // Back and forth between 0.02 and 0.1, never twice at the same radius.
        recipe.shift.radius = 0.06 + 0.04 * std::sin(move * 0.0371);
        application.session().set(recipe, Gesture::ongoing);
        application.window().wake();
        next += move_interval;
        for (auto begun = Clock::now(); begun < next; begun = Clock::now()) {
            const std::size_t before = application.clock().count();
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - begun);
            const bool was_idle = application.is_idle();
            run_once(application, left);
            // An idle window first waits for an event.
            if (application.clock().count() > before && !was_idle)
                drag.frames.push_back(milliseconds(Clock::now() - begun));
            note(application.session().snapshot(), drag);
        }
    }
    std::ranges::sort(drag.frames);
    return drag;
}

void measure(const char* file) {
    const auto begun = Clock::now();
    app::Launch launch;
    launch.display = app::Display::none;
    launch.settings.geometry = {.width = 3840, .height = 2160};
    launch.files = {file};
    app::Application application(launch);
    const auto snapshot = [&] { return application.session().snapshot(); };
    const double frame = run_until(application, begun, [&] { return application.clock().count() > 0; });
    const double result =
        run_until(application, begun, [&] { return snapshot().frequency || snapshot().palette; });
    const double exact = run_until(application, begun, [&] { return snapshot().exact(); });
    run_until(application, begun, [&] { return application.settled(); });
    const Drag drag = drag_radius(application);
    std::printf("| %s | %zu | %.0f ms | %.0f ms | %.0f ms | %zu | %.1f ms | %.1f ms | %.1f ms | %.1f %% | "
                "%zu, %zu |\n",
                file, snapshot().picture->colors.size(), frame, result, exact, drag.frames.size(),
                drag.at(0.5), drag.at(0.99), drag.at(1), 100 * drag.share_below(16), drag.results.size(),
                drag.exact.size());
    std::fflush(stdout);
}

}

int main(int count, char** words) {
    try {
        std::puts(
            "| picture | colours | first frame | first result | exact | frames | median | 99 % | longest | "
            "under 16 ms | results, exact |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (int i = 1; i < count; ++i) measure(words[i]);
    } catch (const huedrift::Error& error) {
        std::fprintf(stderr, "window_bench: %s\n", error.what());
        return 1;
    }
}
