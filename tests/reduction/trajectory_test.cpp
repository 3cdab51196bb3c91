#include "reduction/trajectory.h"

#include "expect_error.h"
#include "reduction/engine.h"
#include "reduction/engine_cases.h"
#include "reference/reference_engine.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace huedrift {

namespace {

ColorSet clustered_colors(Transfer transfer) {
    std::mt19937 random(8);
    std::vector<Rgba8> pixels(700);
    for (Rgba8& p : pixels)
        p = {std::uint8_t(random() % 60), std::uint8_t(90 + random() % 60), std::uint8_t(random()), 255};
    return {ImageView{700, 1, pixels}, transfer};
}

TEST(Trajectories, EndAtTheModesOfTheEngine) {
    ReferenceEngine engine;
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors = clustered_colors(transfer);
        const std::vector<std::uint32_t> starts{0, 5, 77, static_cast<std::uint32_t>(colors.size() - 1)};
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            for (const auto limit : {std::optional<std::uint32_t>{}, std::optional<std::uint32_t>{3}}) {
                const Options options{.radius = 0.06,
                                      .weighting = weighting,
                                      .transfer = transfer,
                                      .max_iterations = limit,
                                      .merge = 0.0};
                Progress progress;
                const Reduction reduction = engine.reduce(colors, options, progress);
                const auto paths = trajectories(colors, starts, options, progress);
                ASSERT_EQ(paths.size(), starts.size());
                for (std::size_t i = 0; i < starts.size(); ++i) {
                    EXPECT_EQ(paths[i].front(), colors.positions()[starts[i]]);
                    EXPECT_EQ(paths[i].back(), reduction.entries[reduction.entry_of[starts[i]]].position);
                    EXPECT_LE(paths[i].size(), limit ? 4u : 1000u);
                }
            }
        }
    }
}

TEST(Trajectories, StayAtTheStartWithoutSteps) {
    const ColorSet colors = clustered_colors(Transfer::srgb);
    const std::vector<std::uint32_t> starts{3};
    const auto paths = trajectories(colors, starts, {.max_iterations = 0}, Progress());
    ASSERT_EQ(paths.size(), 1u);
    EXPECT_EQ(paths[0], Trajectory{colors.positions()[3]});
    EXPECT_TRUE(trajectories(colors, {}, {}, Progress()).empty());
}

TEST(Trajectories, HaveOnlyTheirStartsWithoutDrift) {
    const ColorSet colors = clustered_colors(Transfer::srgb);
    const std::vector<std::uint32_t> starts{3, 0};
    EXPECT_EQ(trajectories(colors, starts, {.radius = 0}, Progress()),
              (std::vector<Trajectory>{{colors.positions()[3]}, {colors.positions()[0]}}));
}

TEST(Trajectories, CanBeCancelled) {
    const ColorSet colors = clustered_colors(Transfer::srgb);
    const std::vector<std::uint32_t> starts{3};
    Progress progress;
    progress.cancel();
    expect_error([&] { trajectories(colors, starts, {}, progress); }, ErrorKind::cancelled);
    expect_error([&] { trajectories(colors, starts, {.radius = -1}, Progress()); }, ErrorKind::usage);
}

}

namespace {

/// F* by the words of docs/definition.md, coordinate by coordinate.
Position defined_rounded_step(const Position& q, const Position& next) {
    const auto from = coordinates(q), to = coordinates(next);
    std::int64_t s = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        s = std::max<std::int64_t>(s, std::abs(std::int64_t{to[axis]} - from[axis]));
    if (s < 16) return next;
    std::int64_t side = 1;
    while (4 * side <= s) side *= 2;
    const auto floored = [](std::int64_t x, std::int64_t by) { return x / by - (x % by < 0); };
    std::array<std::int32_t, 3> result{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        result[axis] = static_cast<std::int32_t>(side * floored(to[axis] + side / 2, side));
    return {result[0], result[1], result[2]};
}

/// Whether `p` is nearer than `q` to every exact mean that is rounded to `next`. The distances are linear in
/// the mean, so that its extremes decide.
bool climbs(const Position& q, const Position& next, const Position& p) {
    const auto doubled = [](const Position& x) { return Position{2 * x.l, 2 * x.a, 2 * x.b}; };
    for (const int l : {-1, 1})
        for (const int a : {-1, 1})
            for (const int b : {-1, 1}) {
                const Position mean{2 * next.l + l, 2 * next.a + a, 2 * next.b + b};
                if (squared_distance(doubled(p), mean) >= squared_distance(doubled(q), mean)) return false;
            }
    return true;
}

void expect_defined(const Position& q, const Position& next) {
    const Position p = rounded_step(q, next);
    ASSERT_EQ(p, defined_rounded_step(q, next));
    ASSERT_TRUE(p == next || climbs(q, next, p))
        << next.l - q.l << " " << next.a - q.a << " " << next.b - q.b;
}

TEST(RoundedStep, ClimbsFromTheShortestOnInEveryDirection) {
    const Position q{5'000'003, -70'001, 70'003};
    for (const std::int32_t l : {0, 1, 7, 8, 14, 15, 16, 17, 18, 31, 32, 33, 63, 64, 255})
        for (std::int32_t a = -66; a <= 66; ++a)
            for (const std::int32_t b : {-64, -63, -33, -17, -16, -15, 0, 8, 15, 16, 31, 64})
                expect_defined(q, {q.l + l, q.a + a, q.b + b});
}

TEST(RoundedStep, ClimbsBetweenAnyTwoPositions) {
    std::mt19937 random(3);
    for (int i = 0; i < 300'000; ++i) {
        const int bits = 4 + i % 20;
        const auto within = [&](std::int32_t low) {
            return low + static_cast<std::int32_t>(random() % ((1u << 24) + 1));
        };
        const auto moved = [&](std::int32_t x, std::int32_t low) {
            const auto by = static_cast<std::int32_t>(random() % (2u << bits)) - (1 << bits);
            return std::clamp(x + by, low, low + (1 << 24));
        };
        const Position q{within(0), within(-(1 << 23)), within(-(1 << 23))};
        expect_defined(q, {moved(q.l, 0), moved(q.a, -(1 << 23)), moved(q.b, -(1 << 23))});
    }
}

}

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

TEST(Stepping, BeginsUntilThatIsCancelled) {
    Progress cancelled;
    cancelled.cancel();
    const ColorSet colors = random_colors(300, 5, Transfer::srgb);
    const std::vector<std::uint32_t> starts{0, 7, 9};
    expect_error([&] { Stepping(colors, starts, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { trajectories(colors, starts, {.radius = 0.1}, cancelled); }, ErrorKind::cancelled);
}

TEST(Stepping, EndsAtTheIterationLimit) {
    const ColorSet colors = random_colors(300, 5, Transfer::srgb);
    for (const std::uint32_t limit : {0u, 1u, 3u})
        expect_the_trajectories(colors, {.radius = 0.1, .max_iterations = limit});
}

}

namespace {

TEST(WorkShare, GrowsWithRoundsAndSettledTrajectories) {
    double before = 0;
    for (std::uint32_t rounds = 1; rounds < 300; ++rounds) {
        const double share = work_share(rounds, 0);
        EXPECT_GE(share, before);
        EXPECT_LT(share, 0.5);
        before = share;
    }
    for (const std::uint32_t rounds : {1u, 10u, 1000u}) {
        before = 0;
        for (int percent = 0; percent <= 100; ++percent) {
            const double share = work_share(rounds, percent / 100.0);
            EXPECT_GE(share, before);
            before = share;
        }
        EXPECT_DOUBLE_EQ(before, 1);
    }
}

TEST(WorkShare, FirstRoundEqualsOneRound) { EXPECT_DOUBLE_EQ(work_share(1, 0), first_round_share); }

}

}
