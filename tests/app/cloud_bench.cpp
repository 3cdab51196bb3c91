// cloud_bench IMAGE...: how long the cloud of a picture takes to draw, off the screen, while it drifts
// and turns, as medians, and when the last of its steps is known, as a table in Markdown.
#include "app/shell/application.h"
#include "base/error.h"

#include <SDL.h>

#include <algorithm>
#include <cstdio>

namespace {

using namespace huedrift;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

void run_until(app::Application& application, const auto& reached) {
    while (!reached()) {
        const std::string notice = application.session().live().notice;
        if (!notice.empty() || !application.run_once(std::chrono::milliseconds(20)))
            throw Error(ErrorKind::failed, notice.empty() ? "interrupted" : notice);
    }
}

/// Of each of 200 frames, from the wake to the submission; each waits for the one before.
double median_frame(app::Application& application) {
    constexpr int frames = 200;
    std::vector<double> times;
    for (int i = 0; i < frames; ++i) {
        application.view_state().drift.show(static_cast<std::size_t>(i) *
                                            application.view_state().drift.frames() / frames);
        const std::size_t before = application.frames();
        const auto begun = Clock::now();
        application.window().wake();
        run_until(application, [&] { return application.frames() > before; });
        times.push_back(milliseconds(Clock::now() - begun));
    }
    std::ranges::nth_element(times, times.begin() + frames / 2);
    return times[frames / 2];
}

void measure(const char* file) {
    app::Launch launch;
    launch.display = app::Display::none;
    launch.settings.compare = app::Compare::cloud;
    launch.settings.wanted.emplace();
    launch.settings.plays = false;
    app::Application application(launch);
    application.view_state().drift.pause();
    const auto snapshot = [&] { return application.session().live(); };
    application.session().open({file});
    run_until(application, [&] { return snapshot().exact(); });
    const auto begun = Clock::now();
    run_until(application, [&] { return application.settled() && snapshot().drift->whole; });
    const double ready = milliseconds(Clock::now() - begun);
    const auto drift = snapshot().drift;
    std::printf("| %s | %zu | %zu | %u | %.0f ms | %.1f ms |\n", file, drift->result->picture->colors.size(),
                drift->points->size(), drift->steps, ready, median_frame(application));
    std::fflush(stdout);
}

}

int main(int count, char** words) {
    try {
        std::puts(
            "| picture | colours | drawn | steps | all known after | frame |\n|---|---|---|---|---|---|");
        for (int i = 1; i < count; ++i) measure(words[i]);
    } catch (const huedrift::Error& error) {
        std::fprintf(stderr, "cloud_bench: %s\n", error.what());
        return 1;
    }
}
