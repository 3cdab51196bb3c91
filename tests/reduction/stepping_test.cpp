#include "reduction/stepping.h"

#include "engine/engine_cases.h"
#include "reduction/trajectory.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <numeric>

namespace huedrift {
namespace {

/// Every state of every trajectory.
void expect_the_trajectories(const ColorSet& colors, const Options& options) {
    std::vector<std::uint32_t> starts(colors.size());
    std::iota(starts.begin(), starts.end(), 0u);
    if (!starts.empty()) starts.push_back(starts.front()); // a repeated start
    Progress progress;
    const std::vector<Trajectory> paths = trajectories(colors, starts, options, progress);
    ReferenceEngine follower;
    Stepping stepping(colors, starts);
    std::size_t longest = 1;
    do {
        const std::vector<Position> states = stepping.states();
        ASSERT_EQ(states.size(), starts.size());
        for (std::size_t i = 0; i < starts.size(); ++i)
            ASSERT_EQ(states[i], paths[i][std::min<std::size_t>(stepping.steps(), paths[i].size() - 1)]);
    } while (stepping.step(follower, options, progress));
    for (const Trajectory& path : paths) longest = std::max(longest, path.size());
    EXPECT_EQ(stepping.steps() + 1, longest);
}

TEST(Stepping, FollowsTheStatesOfTrajectories) {
    for (const EngineCase& test : engine_cases())
        for (const double radius : test.radii)
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                SCOPED_TRACE(test.name + ", radius " + std::to_string(radius));
                expect_the_trajectories(test.colors, {.radius = radius, .weighting = weighting});
            }
}

TEST(Stepping, EndsAtTheIterationLimit) {
    const ColorSet colors = random_colors(300, 5, Transfer::srgb);
    for (const std::uint32_t limit : {0u, 1u, 3u})
        expect_the_trajectories(colors, {.radius = 0.1, .max_iterations = limit});
}

}
}
