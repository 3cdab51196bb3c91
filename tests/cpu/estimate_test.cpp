#include "base/parallel.h"
#include "cpu/cpu_engine.h"
#include "engine/expect_same.h"
#include "reduction/step.h"

#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

constexpr Options estimated{.radius = 0.1, .weighting = Weighting::palette};

/// Normal clouds around some lightnesses.
ColorSet clouds(std::initializer_list<double> lightnesses) {
    std::mt19937 random(4);
    std::normal_distribution<double> normal(0, 0.02);
    const auto around = [&](double middle) {
        return static_cast<std::int32_t>((middle + normal(random)) * units_per_one);
    };
    std::vector<Position> positions;
    for (const double lightness : lightnesses)
        for (int i = 0; i < 500; ++i) positions.push_back({around(lightness), around(0), around(0)});
    return ColorSet::from_points(positions, std::vector<std::uint32_t>(positions.size(), 1), Transfer::srgb);
}

Follower::Modes estimate(CpuEngine& engine, const ColorSet& colors, double side,
                         const Options& options = estimated) {
    Progress progress;
    return engine.estimate(colors, colors.positions(), options, side, progress);
}

TEST(Estimate, EndsNearTheModes) {
    const ColorSet colors = clouds({0.2, 0.5, 0.8});
    CpuEngine engine;
    Progress progress;
    const Follower::Modes exact = engine.follow(colors, colors.positions(), estimated, progress);
    for (const double side : {1.0 / 64, 1.0 / 8, 0.5}) {
        const Follower::Modes modes = estimate(engine, colors, side);
        EXPECT_EQ(modes.densities, exact.densities);
        ASSERT_EQ(modes.states.size(), exact.states.size());
        for (std::size_t i = 0; i < modes.states.size(); ++i)
            EXPECT_LE(squared_distance(modes.states[i], exact.states[i]),
                      squared_radius(0.5 * estimated.radius));
    }
}

TEST(Estimate, EndsAtFixedPoints) {
    const ColorSet colors = random_colors(4'001, 3, Transfer::srgb, 50, true);
    CpuEngine engine;
    for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
        const Options options{.radius = 0.07, .weighting = weighting, .max_iterations = 1};
        for (const Position& state : estimate(engine, colors, 1.0 / 4, options).states)
            ASSERT_EQ(step(colors, weighting, squared_radius(options.radius), state), state);
    }
}

/// With cubes smaller than a unit none but equal states meet.
TEST(Estimate, InTheSmallestCubesIsExact) {
    const ColorSet colors = random_colors(4'001, 3, Transfer::srgb, 50, true);
    CpuEngine engine;
    Progress progress;
    EXPECT_EQ(estimate(engine, colors, 1e-9).states,
              engine.follow(colors, colors.positions(), estimated, progress).states);
}

/// In cubes as large as the radius or larger most trajectories enter each other's.
TEST(Estimate, NeverContinuesInACircle) {
    const ColorSet colors = random_colors(4'001, 9, Transfer::srgb, 9);
    CpuEngine engine;
    for (const double side : {1.0, 3.0, 1000.0})
        EXPECT_EQ(estimate(engine, colors, side).states.size(), colors.size());
}

TEST(Estimate, DoesNotDependOnThreads) {
    const ColorSet colors = random_colors(20'011, 5, Transfer::srgb, 50, true);
    CpuEngine engine;
    const Follower::Modes modes = estimate(engine, colors, 1.0 / 8);
    const ThreadLimit one(1);
    EXPECT_EQ(estimate(engine, colors, 1.0 / 8).states, modes.states);
}

}
}
