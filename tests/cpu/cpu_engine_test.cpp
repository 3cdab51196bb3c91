#include "cpu/cpu_engine.h"

#include "base/error.h"
#include "base/parallel.h"
#include "cpu/visited_table.h"
#include "reduction/engine.h"
#include "reduction/expect_same.h"
#include "reduction/remap.h"
#include "reduction/trajectory.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

TEST(CpuEngine, EqualsReference) {
    CpuEngine engine;
    compare_engines(engine);
}

TEST(CpuEngineLong, MergesLikeTheReference) {
    CpuEngine engine, forgetful(0);
    compare_merging(engine);
    compare_merging(forgetful);
}

TEST(CpuEngine, FollowsAnyStartLikeTheReference) {
    CpuEngine engine;
    ReferenceEngine reference;
    compare_following(engine, reference);
}

TEST(CpuEngine, MeasuresHeightsLikeTheReference) {
    CpuEngine engine;
    ReferenceEngine reference;
    compare_heights(engine, reference);
}

TEST(CpuEngineLong, RefinesLikeTheReference) {
    CpuEngine engine, forgetful(0);
    compare_refinement(engine);
    const ThreadLimit one_thread(1);
    compare_refinement(forgetful);
}

// Colours around four peaks farther apart than two radii, so no basin has doubtful colours.
TEST(CpuEngine, RefinementLeavesThreePicturesUnchanged) {
    CpuEngine engine;
    for (const unsigned seed : {1u, 2u, 3u}) {
        std::mt19937 random(seed);
        std::vector<Position> positions;
        std::vector<std::uint32_t> counts;
        for (int i = 0; i < 20'000; ++i) {
            const auto at = [&](int middle) {
                return middle + static_cast<std::int32_t>(random() % 700'000 + random() % 700'000) - 700'000;
            };
            positions.push_back({at(2'000'000 + i % 4 * 4'000'000), at(i % 2 * 1'000'000), at(0)});
            counts.push_back(1 + static_cast<std::uint32_t>(random() % 9));
        }
        const ColorSet colors = ColorSet::from_points(std::move(positions), std::move(counts));
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            Options options{.radius = 0.1, .weighting = weighting};
            const Reduction refined = reduce(engine, colors, options);
            options.refine = Refine::off;
            const Reduction every = reduce(engine, colors, options);
            EXPECT_LT(4 * refined.statistics.evaluations, every.statistics.evaluations);
            EXPECT_EQ(refined.entries.size(), 4u);
            expect_same(refined, every);
        }
    }
}

TEST(MemoryOfStates, IsAQuarterUpToHalfAGibibyte) {
    constexpr std::size_t gibibyte = std::size_t{1} << 30;
    EXPECT_EQ(memory_of_states(64 * gibibyte), gibibyte / 2);
    EXPECT_EQ(memory_of_states(gibibyte), gibibyte / 4);
    EXPECT_EQ(memory_of_states(0), 0u);
}

TEST(CpuEngine, ProgressGrowsAlreadyInTheFirstRound) {
    CpuEngine engine;
    std::vector<double> shares;
    Progress progress([&](double share) { shares.push_back(share); });
    engine.reduce(random_colors(60'000, 3, Transfer::srgb, 50, true), {.radius = 0.02, .refine = Refine::off},
                  progress);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_GE(std::ranges::count_if(shares, [](double share) { return share < first_round_share; }), 2);
    EXPECT_EQ(shares.back(), 1);
}

TEST(CpuEngine, EqualsReferenceWithoutMemoryForStates) {
    CpuEngine engine(0);
    compare_engines(engine);
}

TEST(CpuEngine, EqualsReferenceWhenTheTableFillsUp) {
    CpuEngine engine(200'000);
    compare_engines(engine);
}

std::vector<std::int64_t> simd_levels() {
    std::vector<std::int64_t> levels;
#if defined(__SANITIZE_THREAD__)
    const std::int64_t known = 0; // threads meet alike at each, and each takes a minute
#else
    const std::int64_t known = HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_NEON;
#endif
    for (std::int64_t rest = hwy::SupportedTargets() & known; rest != 0; rest &= rest - 1)
        levels.push_back(rest & -rest);
    return levels;
}

TEST(CpuEngine, EqualsReferenceAtEverySimdLevel) {
    for (const std::int64_t level : simd_levels()) {
        SCOPED_TRACE(hwy::TargetName(level));
        hwy::SetSupportedTargetsForTest(level);
        CpuEngine engine;
        compare_engines(engine);
        hwy::SetSupportedTargetsForTest(0);
    }
}

TEST(CpuEngine, LimitsEqualReference) {
    CpuEngine engine;
    compare_limits(engine);
}

TEST(CpuEngineLong, ThreadsMemoryAndHistoryChangeNothing) {
#if defined(__SANITIZE_THREAD__)
    constexpr std::uint32_t size = 8'209; // larger ones take minutes
#else
    constexpr std::uint32_t size = 65'537;
#endif
    const ColorSet colors = random_colors(size, 21, Transfer::srgb, 9);
    for (const Options& options : {Options{.radius = 0.005, .weighting = Weighting::palette},
                                   Options{.radius = 0.03, .weighting = Weighting::frequency}}) {
        CpuEngine all_cores;
        const Reduction expected = reduce(all_cores, colors, options);
        expect_same(reduce(all_cores, colors, options), expected);
        const ThreadLimit one_thread(1);
        CpuEngine small(1'000'000);
        expect_same(reduce(small, colors, options), expected);
    }
}

// Sizes around a level of the tree and too large for brute force, so the test checks F itself: every mode is
// a fixed point.
TEST(CpuEngine, EveryModeIsAFixedPoint) {
    CpuEngine engine;
    for (const std::size_t size : {16'383u, 16'384u, 16'385u}) {
        const ColorSet colors = random_colors(size, 31, Transfer::linear, 5, true);
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            const Reduction reduction = reduce(
                engine, colors, {.radius = 0.03, .weighting = weighting, .transfer = Transfer::linear});
            std::uint64_t pixels = 0, members = 0;
            for (const PaletteEntry& mode : reduction.entries) {
                ASSERT_EQ(step(colors, weighting, squared_radius(0.03), mode.position), mode.position);
                pixels += mode.pixels;
                members += mode.colors;
            }
            EXPECT_EQ(pixels, colors.pixels());
            EXPECT_EQ(members, colors.size());
        }
    }
}

// One point more than a level of the tree holds, with a small radius so that brute force ends.
TEST(CpuEngineLong, EqualsReferenceJustAboveAFullLevel) {
    CpuEngine engine;
    ReferenceEngine reference;
    for (const std::size_t size : {4097u, 16'385u}) {
        const ColorSet colors = random_colors(size, 61, Transfer::srgb, 9);
        const Options options{.radius = 0.008};
        expect_same(reduce(engine, colors, options), reduce(reference, colors, options));
    }
}

Image random_picture(unsigned seed) {
    std::mt19937 random(seed);
    Image picture(61, 47);
    for (Rgba8& pixel : picture.pixels()) {
        const auto channel = [&] { return static_cast<std::uint8_t>(random() % 64); };
        pixel = {channel(), channel(), channel(), static_cast<std::uint8_t>(random() % 3 * 127)};
    }
    return picture;
}

TEST(CpuEngine, TheOrderOfPixelsChangesNothing) {
    CpuEngine engine;
    const Options options{.radius = 0.05, .weighting = Weighting::frequency};
    const Image picture = random_picture(71);
    std::vector<std::size_t> order(picture.pixels().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(72));
    Image shuffled(picture.width(), picture.height());
    for (std::size_t i = 0; i < order.size(); ++i) shuffled.pixels()[i] = picture.pixels()[order[i]];

    const ColorSet colors(picture, Transfer::srgb), shuffled_colors(shuffled, Transfer::srgb);
    const Image reduced = remap(picture, colors, reduce(engine, colors, options));
    const Image reduced_shuffled = remap(shuffled, shuffled_colors, reduce(engine, shuffled_colors, options));
    for (std::size_t i = 0; i < order.size(); ++i)
        ASSERT_EQ(reduced_shuffled.pixels()[i], reduced.pixels()[order[i]]);
}

TEST(CpuEngine, ReducingTheOutputAtRadiusNearZeroChangesNothing) {
    CpuEngine engine;
    const Image picture = random_picture(81);
    const ColorSet colors(picture, Transfer::srgb);
    const Image once = remap(picture, colors, reduce(engine, colors, {.radius = 0.05}));
    const ColorSet once_colors(once, Transfer::srgb);
    const Image twice = remap(once, once_colors, reduce(engine, once_colors, {.radius = 0x1p-24}));
    EXPECT_TRUE(std::ranges::equal(once.pixels(), twice.pixels()));
}

TEST(CpuEngine, WeightingsAgreeForEqualCounts) {
    CpuEngine engine;
    const ColorSet random = random_colors(5000, 41, Transfer::srgb, 1, true);
    const std::vector<std::uint32_t> counts(random.size(), 12);
    const ColorSet colors({random.colors().begin(), random.colors().end()}, counts, Transfer::srgb);
    expect_same(reduce(engine, colors, {.radius = 0.03, .weighting = Weighting::frequency}),
                reduce(engine, colors, {.radius = 0.03, .weighting = Weighting::palette}));
}

TEST(CpuEngine, RefusesRadiiOutOfRange) {
    CpuEngine engine;
    const ColorSet colors = random_colors(3, 1, Transfer::srgb);
    for (const double radius : {0.0, -1.0, 1.7321, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_THROW(reduce(engine, colors, {.radius = radius}), Error);
}

TEST(CpuEngine, StopsWhenCancelled) {
    CpuEngine engine;
    expect_stops_when_cancelled(engine);
}

Position state(int i) { return {7 * i, -3 * i, i}; }

std::uint32_t claim(VisitedTable& table, int i, std::uint32_t trajectory) {
    return table.claim(state(i), trajectory, table.shard_of(state(i)));
}

TEST(VisitedTable, ReturnsTheFirstVisitor) {
    VisitedTable table(std::size_t{1} << 24);
    for (int i = 0; i < 20'000; ++i) ASSERT_EQ(claim(table, i, std::uint32_t(i)), std::uint32_t(i));
    for (int i = 0; i < 20'000; ++i) ASSERT_EQ(claim(table, i, 1'000'000), std::uint32_t(i));
}

TEST(VisitedTable, ForgetsTheOldestFirst) {
    VisitedTable table(std::size_t{1} << 20); // for at most 26,000 states
    constexpr int states = 200'000, recent = 5'000;
    for (int i = 0; i < states; ++i) ASSERT_EQ(claim(table, i, std::uint32_t(i)), std::uint32_t(i));
    for (int i = states - recent; i < states; ++i) EXPECT_EQ(claim(table, i, 1'000'000), std::uint32_t(i));
    EXPECT_EQ(claim(table, 0, 1'000'000), 1'000'000u);
}

TEST(VisitedTable, KeepsStatesThatAreStillRequested) {
    VisitedTable table(std::size_t{1} << 20);
    claim(table, 0, 7);
    for (int i = 1; i < 200'000; ++i) {
        claim(table, i, 8);
        if (i % 1000 == 0) {
            ASSERT_EQ(claim(table, 0, 9), 7u);
        }
    }
}

TEST(VisitedTable, StaysEmptyWithoutMemory) {
    VisitedTable table(100);
    EXPECT_EQ(claim(table, 1, 5), 5u);
    EXPECT_EQ(claim(table, 1, 6), 6u);
}

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
