#pragma once

#include "expect_error.h"
#include "reduction/engine.h"
#include "reduction/engine_cases.h"
#include "reference/reference_engine.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <tuple>

namespace huedrift {

/// Compares bit for bit: modes, their colours and pixels, and the mode of every colour.
inline void expect_same(const Reduction& actual, const Reduction& expected) {
    ASSERT_EQ(actual.entries.size(), expected.entries.size());
    for (std::size_t i = 0; i < actual.entries.size(); ++i) {
        ASSERT_EQ(actual.entries[i].position, expected.entries[i].position) << "mode " << i;
        ASSERT_EQ(actual.entries[i].color, expected.entries[i].color) << "mode " << i;
        ASSERT_EQ(actual.entries[i].colors, expected.entries[i].colors) << "mode " << i;
        ASSERT_EQ(actual.entries[i].pixels, expected.entries[i].pixels) << "mode " << i;
    }
    ASSERT_EQ(actual.entry_of, expected.entry_of);
}

inline Reduction reduce(Engine& engine, const ColorSet& colors, const Options& options) {
    Progress progress;
    return engine.reduce(colors, options, progress);
}

/// The results of the reference in the order in which a comparison asks for them. Comparisons that ask the
/// same again get them from here: brute force takes most of their time.
class KnownResults {
public:
    const Reduction& at(std::size_t number, const ColorSet& colors, const Options& options) {
        if (number == known_.size()) known_.push_back(reduce(reference_, colors, options));
        return known_.at(number);
    }

private:
    ReferenceEngine reference_;
    std::vector<Reduction> known_;
};

/// Runs every case, radius and weighting of engine_cases() through the engine, merged and not, and compares
/// with the reference.
inline void compare_engines(Engine& engine) {
    static KnownResults expected;
    std::size_t number = 0;
    for (const EngineCase& test : engine_cases()) {
        for (const double radius : test.radii) {
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                for (const std::optional<double> merge : {std::optional(0.0), std::optional<double>()}) {
                    SCOPED_TRACE(test.name + " r = " + std::to_string(radius) + " " +
                                 std::string(name_of(weighting)) + (merge ? "" : " merged"));
                    const Options options{.radius = radius,
                                          .weighting = weighting,
                                          .transfer = test.colors.transfer(),
                                          .merge = merge};
                    ASSERT_NO_FATAL_FAILURE(expect_same(reduce(engine, test.colors, options),
                                                        expected.at(number++, test.colors, options)));
                }
            }
        }
    }
}

/// Compares trajectories that start between colours, near none, and at as many other starts in the same two
/// calls, with exact and rounded steps, and with settled cells of two sizes.
template <class Some>
void compare_following(Some& engine, Follower& expected) {
    const ColorSet colors = random_colors(499, 11, Transfer::srgb, 50, true);
    std::vector<Position> starts(colors.positions().begin(), colors.positions().end());
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i].l += static_cast<std::int32_t>(7919 * i);
    starts.push_back({-units_per_one, 0, 0});
    SettledCells settled;
    std::vector<Cube> cubes;
    for (const int bits : {18, 17}) {
        cubes.clear();
        for (std::size_t i = 0; i < 40; ++i) {
            const Cube cube = Cube::at(colors.positions()[12 * i + std::size_t(bits)], bits);
            if (settled.entry_around(cube) == SettledCells::none &&
                std::ranges::find(cubes, cube.key(), &Cube::key) == cubes.end())
                cubes.push_back(cube);
        }
        settled.add(cubes, std::vector<std::uint32_t>(cubes.size(), 7));
    }
    Progress progress;
    for (const auto limit : {std::optional<std::uint32_t>(), std::optional(0u), std::optional(3u)})
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency})
            for (const std::span<const Position> from :
                 {std::span<const Position>(starts).last(100), std::span<const Position>(starts)})
                for (const Follower::Route& route :
                     {Follower::Route{}, Follower::Route{&settled, false}, Follower::Route{&settled, true},
                      Follower::Route{nullptr, true}}) {
                    const Options options{.radius = 0.06, .weighting = weighting, .max_iterations = limit};
                    EXPECT_EQ(engine.follow(colors, from, options, route, progress).states,
                              expected.follow(colors, from, options, route, progress).states);
                }
    const ColorSet nothing({}, {}, Transfer::srgb);
    EXPECT_EQ(engine.follow(nothing, starts, {}, {}, progress).states, starts);
    EXPECT_TRUE(engine.follow(colors, {}, {}, {}, progress).states.empty());
}

/// Compares heights on, between and far from colours, with counts so large that they need more than 64 bits.
template <class Some>
void compare_heights(Some& engine, Follower& expected) {
    Progress progress;
    for (const EngineCase& test : engine_cases()) {
        std::vector<Position> positions(test.colors.positions().begin(), test.colors.positions().end());
        for (std::size_t i = 0; i < positions.size(); i += 3) positions[i].l += 5003;
        positions.push_back({-units_per_one, 0, 0});
        for (const double radius : test.radii)
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                const Options options{.radius = radius, .weighting = weighting};
                ASSERT_TRUE(engine.heights(test.colors, positions, options, progress) ==
                            expected.heights(test.colors, positions, options, progress))
                    << test.name << " r = " << radius;
            }
    }
    const ColorSet nothing({}, {}, Transfer::srgb);
    EXPECT_TRUE(engine.heights(nothing, std::vector<Position>(2), {}, progress) == std::vector<Height>(2));
    EXPECT_TRUE(engine.heights(random_colors(3, 1, Transfer::srgb), {}, {}, progress).empty());
}

/// Compares refinement with the reference: clouds and all edge cases.
inline void compare_refinement(Engine& engine) {
    static KnownResults expected;
    std::size_t number = 0;
    for (const EngineCase& test : refinement_cases()) {
        for (const double radius : test.radii)
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency})
                for (const auto& [refine, assign, merge] :
                     {std::tuple(Refine::on, Assign::basin, std::optional<double>()),
                      std::tuple(Refine::on, Assign::nearest, std::optional(0.8 * radius)),
                      std::tuple(Refine::off, Assign::basin, std::optional<double>()),
                      std::tuple(Refine::coarse, Assign::basin, std::optional<double>()),
                      std::tuple(Refine::coarse, Assign::basin, std::optional(0.0))}) {
                    SCOPED_TRACE(test.name + " r = " + std::to_string(radius) + " " +
                                 std::string(name_of(weighting)) + " " + std::string(name_of(refine)));
                    const Options options{.radius = radius,
                                          .weighting = weighting,
                                          .transfer = test.colors.transfer(),
                                          .merge = merge,
                                          .assign = assign,
                                          .refine = refine};
                    ASSERT_NO_FATAL_FAILURE(expect_same(reduce(engine, test.colors, options),
                                                        expected.at(number++, test.colors, options)));
                }
    }
}

/// Compares merging and assigning with the reference in edge cases: modes at, just within and just beyond the
/// distance of each other, equal densities, iteration limits.
inline void compare_merging(Engine& engine) {
    static KnownResults expected;
    std::size_t number = 0;
    for (const EngineCase& test : merge_cases()) {
        for (const double distance : test.radii) {
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                for (const Assign assign : {Assign::basin, Assign::nearest}) {
                    for (const std::optional<std::uint32_t> limit :
                         {std::optional<std::uint32_t>(), std::optional(0u), std::optional(2u)}) {
                        SCOPED_TRACE(test.name + " d = " + std::to_string(distance * units_per_one) + " " +
                                     std::string(name_of(weighting)) + " " + std::string(name_of(assign)) +
                                     (limit ? " steps " + std::to_string(*limit) : ""));
                        const Options options{.radius = test.radii.front(),
                                              .weighting = weighting,
                                              .transfer = test.colors.transfer(),
                                              .max_iterations = limit,
                                              .merge = distance,
                                              .assign = assign};
                        ASSERT_NO_FATAL_FAILURE(expect_same(reduce(engine, test.colors, options),
                                                            expected.at(number++, test.colors, options)));
                    }
                }
            }
        }
    }
}

/// Compares iteration limits with the reference, and sets without colours.
inline void compare_limits(Engine& engine) {
    ReferenceEngine reference;
    const ColorSet colors = random_colors(499, 11, Transfer::srgb, 50, true);
    for (const std::uint32_t limit : {0u, 1u, 2u, 3u, 7u, 20u, 1000u}) {
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            const Options options{.radius = 0.06, .weighting = weighting, .max_iterations = limit};
            ASSERT_NO_FATAL_FAILURE(
                expect_same(reduce(engine, colors, options), reduce(reference, colors, options)));
        }
    }
    const Reduction nothing = reduce(engine, ColorSet(ImageView{}, Transfer::srgb), {});
    EXPECT_TRUE(nothing.entries.empty());
    EXPECT_TRUE(nothing.entry_of.empty());
}

/// Cancels a reduction at its first report of progress; the engine must work afterwards.
inline void expect_stops_when_cancelled(Engine& engine) {
    double reported = 0;
    Progress* running = nullptr;
    Progress progress([&](double share) {
        reported = share;
        running->cancel();
    });
    running = &progress;
    const ColorSet colors = random_colors(30'000, 51, Transfer::srgb, 3, true);
    expect_error([&] { engine.reduce(colors, {.radius = 0.02}, progress); }, ErrorKind::cancelled);
    EXPECT_LT(reported, 1.0);
    const ColorSet few = random_colors(500, 52, Transfer::srgb);
    ReferenceEngine reference;
    expect_same(reduce(engine, few, {.radius = 0.1}), reduce(reference, few, {.radius = 0.1}));
}

}
