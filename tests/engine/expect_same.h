#pragma once

#include "engine/engine_cases.h"
#include "reduction/engine.h"

#include <gtest/gtest.h>
#include <optional>

namespace huedrift {

/// Bit for bit: modes, what they gathered, and the mode of every colour.
inline void expect_same(const Reduction& actual, const Reduction& expected) {
    ASSERT_EQ(actual.modes.size(), expected.modes.size());
    for (std::size_t i = 0; i < actual.modes.size(); ++i) {
        ASSERT_EQ(actual.modes[i].position, expected.modes[i].position) << "mode " << i;
        ASSERT_EQ(actual.modes[i].color, expected.modes[i].color) << "mode " << i;
        ASSERT_EQ(actual.modes[i].colors, expected.modes[i].colors) << "mode " << i;
        ASSERT_EQ(actual.modes[i].pixels, expected.modes[i].pixels) << "mode " << i;
    }
    ASSERT_EQ(actual.mode_of, expected.mode_of);
}

inline Reduction reduce(Engine& engine, const ColorSet& colors, const Options& options) {
    Progress progress;
    return engine.reduce(colors, options, progress);
}

/// Every case, radius and weighting of engine_cases() through both engines, merged and not.
inline void compare_engines(Engine& engine, Engine& expected) {
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
                                                        reduce(expected, test.colors, options)));
                }
            }
        }
    }
}

/// Trajectories that start between colours, near none, and from as many starts again in the same two calls.
inline void compare_following(Engine& engine, Engine& expected) {
    const ColorSet colors = random_colors(499, 11, Transfer::srgb, 50, true);
    std::vector<Position> starts(colors.positions().begin(), colors.positions().end());
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i].l += static_cast<std::int32_t>(7919 * i);
    starts.push_back({-units_per_one, 0, 0});
    Progress progress;
    for (const auto limit : {std::optional<std::uint32_t>(), std::optional(0u), std::optional(3u)}) {
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            for (const std::span<const Position> from :
                 {std::span<const Position>(starts).last(100), std::span<const Position>(starts)}) {
                const Options options{.radius = 0.06, .weighting = weighting, .max_iterations = limit};
                const Follower::Modes actual = engine.follow(colors, from, options, progress),
                                      wanted = expected.follow(colors, from, options, progress);
                EXPECT_EQ(actual.states, wanted.states);
                EXPECT_EQ(actual.densities, wanted.densities);
            }
        }
    }
    EXPECT_EQ(engine.follow(ColorSet({}, {}, Transfer::srgb), starts, {}, progress).states, starts);
    EXPECT_TRUE(engine.follow(colors, {}, {}, progress).states.empty());
}

/// Merging and assigning through both engines where they are delicate: modes at, just within and just beyond
/// the distance of each other, equal densities, iteration limits.
inline void compare_merging(Engine& engine, Engine& expected) {
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
                                                            reduce(expected, test.colors, options)));
                    }
                }
            }
        }
    }
}

}
