#include "reduction/step.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace huedrift {
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
}
