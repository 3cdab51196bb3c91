#include "base/error.h"
#include "engine/engine_cases.h"
#include "engines/engine_list.h"
#include "soak.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <random>
#include <thread>

namespace huedrift {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Seconds that a run takes which nobody cancels.
double seconds_of(Engine& engine, const ColorSet& colors, const Options& options) {
    Progress progress;
    const auto start = Clock::now();
    engine.reduce(colors, options, progress);
    return Seconds(Clock::now() - start).count();
}

/// Seconds that a run goes on once it is cancelled, `moment` seconds after its begin; 0 where it had ended.
double seconds_to_stop(Engine& engine, const ColorSet& colors, const Options& options, double moment) {
    Progress progress;
    std::atomic<Clock::time_point> cancelled = Clock::time_point::max();
    std::jthread canceller([&] {
        std::this_thread::sleep_for(Seconds(moment));
        cancelled = Clock::now();
        progress.cancel();
    });
    try {
        engine.reduce(colors, options, progress);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::cancelled) << error.what();
    }
    const auto end = Clock::now();
    return std::max(0.0, Seconds(end - cancelled.load()).count());
}

// How soon is told and not expected: a machine that does much else may take its time.
TEST(Cancel, StopsEveryEngineAtAnyMoment) {
    const int moments = is_soak() ? 100 : 5;
    const auto some_colors = [] { return random_colors(is_soak() ? 20'000 : 5'000, 3, Transfer::srgb, 9); };
    const Options options{.radius = 0.05};
    std::mt19937 random(7);
    for (const EngineEntry& entry : engine_entries()) {
        if (!entry.usable() || entry.engine == "reference") continue;
        const std::unique_ptr<Engine> engine = entry.make({});
        const double whole = seconds_of(*engine, some_colors(), options);
        std::uniform_real_distribution<> moment(0, whole);
        std::vector<double> seconds;
        for (int i = 0; i < moments; ++i) {
            // Its analysis is cancelled, too: each set is a new one.
            const ColorSet colors = some_colors();
            seconds.push_back(seconds_to_stop(*engine, colors, options, moment(random)));
        }
        std::ranges::sort(seconds);
        std::printf("%s on %s: of %.2f s, cancelled at %d moments: median %.1f ms, longest %.1f ms\n",
                    entry.engine.c_str(), entry.device.c_str(), whole, moments,
                    1000 * seconds[seconds.size() / 2], 1000 * seconds.back());
    }
}

}
}
