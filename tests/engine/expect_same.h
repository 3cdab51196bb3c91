#pragma once

#include "engine/engine_cases.h"
#include "reduction/engine.h"

#include <gtest/gtest.h>

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

/// Every case, radius and weighting of engine_cases() through both engines.
inline void compare_engines(Engine& engine, Engine& expected) {
    for (const EngineCase& test : engine_cases()) {
        for (const double radius : test.radii) {
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                SCOPED_TRACE(test.name + " r = " + std::to_string(radius) +
                             (weighting == Weighting::palette ? " palette" : " frequency"));
                const Options options{
                    .radius = radius, .weighting = weighting, .transfer = test.colors.transfer()};
                ASSERT_NO_FATAL_FAILURE(expect_same(reduce(engine, test.colors, options),
                                                    reduce(expected, test.colors, options)));
            }
        }
    }
}

}
