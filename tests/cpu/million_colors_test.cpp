#include "cpu/cpu_engine.h"
#include "engine/expect_same.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

#ifdef HUEDRIFT_SANITIZED
constexpr std::size_t size = 50'000; // more takes minutes
#else
constexpr std::size_t size = 1'000'000;
#endif
constexpr std::size_t samples = 12;

/// As many colours as in a camera's photo, around four peaks.
ColorSet colors() {
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    std::vector<Position> positions;
    std::vector<std::uint32_t> counts;
    for (std::size_t i = 0; i < size; ++i) {
        const auto at = [&](double middle) {
            return static_cast<std::int32_t>((middle + 0.025 * normal(random)) * units_per_one);
        };
        positions.push_back({at(0.15 + 0.2 * (i % 4)), at(i % 2 * 0.03), at(i % 3 * 0.02)});
        counts.push_back(static_cast<std::uint32_t>(1 + i * i % 37));
    }
    return ColorSet::from_points(std::move(positions), std::move(counts));
}

TEST(MillionColors, ASampleAgreesWithTheReference) {
    const ColorSet all = colors();
    std::vector<Position> starts;
    for (std::size_t i = 0; i < samples; ++i) starts.push_back(all.positions()[i * (all.size() / samples)]);
    CpuEngine engine;
    ReferenceEngine reference;
    Progress progress;
    for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
        SCOPED_TRACE(name_of(weighting));
        const Options options{.radius = 0.3, .weighting = weighting, .merge = 0.0};
        const Reduction found = reduce(engine, all, options);
        const Follower::Ends expected = reference.follow(all, starts, options, {}, progress);
        for (std::size_t i = 0; i < samples; ++i)
            EXPECT_EQ(found.entries[found.entry_of[i * (all.size() / samples)]].position, expected.states[i]);
        EXPECT_EQ(engine.heights(all, starts, options, progress),
                  reference.heights(all, starts, options, progress));
    }
}

}
}
