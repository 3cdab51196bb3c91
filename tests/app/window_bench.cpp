// window_bench IMAGE...: opens a window of 3840 x 2160 pixels off the screen and drags the radius for ten
// seconds, 60 moves a second. Prints when the first frame, the first result and the exact result were there
// since the start of the program's main thread, the times of the frames during the drag, and the results that
// arrived, as a table in Markdown.
//
// window_bench --large: opens 10,000 files, gives the first one 65,536 colours, a palette and edits of 65,536
// cells, and prints the time on a core that the main thread spends on frames of the window, with the dialog
// for the whole queue, and while that is exported.
#include "../temporary_folder.h"
#include "app/render/frame_clock.h"
#include "app/shell/application.h"
#include "base/error.h"
#include "base/output_file.h"
#include "image/save.h"

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

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

/// A window with much to look at, beyond what its own size shows of it.
class LargeWindow {
public:
    LargeWindow() : app_(launched()) {
        const auto reached = [&] { return session().snapshot().exact() && app_.settled(); };
        while (!reached()) run_once(app_, std::chrono::milliseconds(5));
        Recipe recipe{.shift = {.radius = 0.0001}};
        for (int i = 0; i < side * side; ++i) {
            recipe.labels.cells.push_back(
                {std::uint32_t(i % side), std::uint32_t(i / side), 0, Rgb{1, 2, 3}});
            recipe.palette.to.push_back({std::uint8_t(i), std::uint8_t(i >> 8), 128});
        }
        session().set(recipe);
        while (!reached()) run_once(app_, std::chrono::milliseconds(5));
        frames("the window");
        app_.actions().named("Export\u2026").run();
        frames("the dialog for its result");
        press(SDLK_ESCAPE);
        app_.actions().named("Export All\u2026").run();
        frames("the dialog for the queue");
        QueueExport all{.files = session().snapshot().queue,
                        .folder = folder_ / "out",
                        .wanted = wanted_of({.shift = {.radius = 0.5}})};
        session().export_queue(all);
        frames("the same during the export");
        session().cancel_queue_export();
    }

private:
    static constexpr int side = 256, files = 10'000, count = 300;

    Session& session() { return app_.session(); }
    app::Launch launched() const {
        Image image(side, side), small(8, 8);
        for (int i = 0; i < side * side; ++i)
            image.pixels()[std::size_t(i)] = {std::uint8_t(i), std::uint8_t(i >> 8), 128, 255};
        write_file_atomically(folder_ / "0.png", encode_image(image, ImageFormat::png), Overwrite::no);
        write_file_atomically(folder_ / "1.png", encode_image(small, ImageFormat::png), Overwrite::no);
        app::Launch launch;
        launch.display = app::Display::none;
        launch.files = {folder_ / "0.png", folder_ / "1.png"};
        for (int i = 2; i < files; ++i) {
            launch.files.push_back(folder_ / (std::to_string(i) + ".png"));
            std::filesystem::create_hard_link(folder_ / "1.png", launch.files.back());
        }
        return launch;
    }
    void press(int key) {
        for (const std::uint32_t type : {SDL_KEYDOWN, SDL_KEYUP}) {
            SDL_Event event{};
            event.type = type;
            event.key.keysym.sym = key;
            event.key.keysym.scancode = SDL_GetScancodeFromKey(key);
            event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
            SDL_PushEvent(&event);
            run_once(app_, std::chrono::milliseconds(5));
        }
    }
    void frames(const char* name) {
        std::vector<double> times;
        while (times.size() < count) {
            SDL_Event event{};
            event.type = SDL_MOUSEMOTION;
            event.motion.x = int(times.size());
            SDL_PushEvent(&event);
            const std::size_t before = app_.clock().count();
            const app::Span begun = app::Span::now();
            run_once(app_, std::chrono::milliseconds(5));
            const app::Span span = app::Span::now() - begun;
            if (app_.clock().count() > before) times.push_back(milliseconds(span.computed));
        }
        std::ranges::sort(times);
        std::printf("| %s | %.1f ms | %.1f ms | %.1f ms |\n", name, times[count / 2],
                    times[std::size_t(count * 0.99)], times.back());
        std::fflush(stdout);
    }

    TemporaryFolder folder_;
    app::Application app_;
};

}

int main(int count, char** words) {
    try {
        if (count == 2 && words[1] == std::string("--large")) {
            std::puts("| 10,000 files, 65,536 colours | median | 99 % | longest |\n|---|--:|--:|--:|");
            LargeWindow();
            return 0;
        }
        std::puts(
            "| picture | colours | first frame | first result | exact | frames | median | 99 % | longest | "
            "under 16 ms | results, exact |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (int i = 1; i < count; ++i) measure(words[i]);
    } catch (const huedrift::Error& error) {
        std::fprintf(stderr, "window_bench: %s\n", error.what());
        return 1;
    }
}
