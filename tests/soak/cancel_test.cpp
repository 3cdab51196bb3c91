#include "engine/cancelling.h"
#include "engine/engine_cases.h"
#include "engines/engine_list.h"
#include "soak.h"

#include <gtest/gtest.h>
#include <random>

namespace huedrift {
namespace {

TEST(Cancel, StopsEveryEngineAtAnyMoment) {
    const int moments = is_soak() ? 100 : 5;
    // A new one each time, so that its analysis is done again, too.
    const auto some_colors = [] { return random_colors(is_soak() ? 20'000 : 5'000, 3, Transfer::srgb, 9); };
    const Options options{.radius = 0.05};
    std::mt19937 random(7);
    for (const EngineEntry& entry : engine_entries()) {
        if (!entry.usable() || entry.engine == "reference") continue;
        SCOPED_TRACE(entry.engine + " on " + entry.device);
        const std::unique_ptr<Engine> engine = entry.make({});
        const int reports = reports_of(*engine, some_colors(), options);
        if (entry.is_gpu && reports < 2) continue; // done before it can be cancelled
        ASSERT_GE(reports, 2);
        // A device whose pace has been learned reports less often, so late moments may not come.
        std::uniform_int_distribution<> moment(0, reports / 2);
        int cancelled = 0;
        for (int i = 0; i < moments; ++i)
            cancelled += ends_when_cancelled_at(*engine, some_colors(), options, moment(random));
        EXPECT_GE(cancelled, 1 + moments / 4) << "of " << moments;
    }
}

}
}
