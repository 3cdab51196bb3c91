#include "reduction/ascent.h"

#include "reduction/step.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <random>

namespace huedrift {
namespace {

constexpr Options options{.radius = 0.1, .weighting = Weighting::palette};
const double unit = units_per_one;

/// Normal clouds around some lightnesses.
ColorSet clouds(std::initializer_list<double> lightnesses) {
    std::mt19937 random(4);
    std::normal_distribution<double> normal(0, 0.02);
    std::vector<Position> positions;
    for (const double lightness : lightnesses)
        for (int i = 0; i < 500; ++i)
            positions.push_back({static_cast<std::int32_t>((lightness + normal(random)) * unit),
                                 static_cast<std::int32_t>(normal(random) * unit),
                                 static_cast<std::int32_t>(normal(random) * unit)});
    return ColorSet::from_points(positions, std::vector<std::uint32_t>(positions.size(), 1), Transfer::srgb);
}

std::vector<Position> starts_of(const ColorSet& colors) {
    return {colors.positions().begin(), colors.positions().end()};
}

TEST(Ascent, EndsNearTheModes) {
    const ColorSet colors = clouds({0.2, 0.5, 0.8});
    ReferenceEngine reference;
    Progress progress;
    const Ascent ascent = ascend(reference, colors, starts_of(colors), options, progress);
    const Follower::Modes modes = reference.follow(colors, starts_of(colors), options, progress);
    ASSERT_EQ(ascent.mode_of.size(), colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const Position& end = ascent.modes.at(ascent.mode_of[i]);
        EXPECT_LE(squared_distance(end, modes.states[i]), squared_radius(0.5 * options.radius));
    }
    EXPECT_EQ(ascent.densities.size(), ascent.modes.size());
    EXPECT_LE(ascent.modes.size(), 12u); // at most the cubes around three points
}

TEST(Ascent, OfAFixedPointStaysThere) {
    const ColorSet colors = clouds({0.5});
    ReferenceEngine reference;
    Progress progress;
    const std::vector<Position> start{
        reference.follow(colors, std::vector{colors.positions()[0]}, options, progress).states[0]};
    const Ascent ascent = ascend(reference, colors, start, options, progress);
    EXPECT_EQ(ascent.modes, start);
    EXPECT_EQ(ascent.densities, reference.follow(colors, start, options, progress).densities);
}

TEST(Ascent, OfNothingIsNothing) {
    ReferenceEngine reference;
    Progress progress;
    EXPECT_TRUE(ascend(reference, clouds({0.5}), {}, options, progress).modes.empty());
}

/// Never beyond the box of all colours, however large the steps.
TEST(Ascent, StaysWhereColorsAre) {
    const ColorSet colors = clouds({0.15, 0.85});
    ReferenceEngine reference;
    Progress progress;
    for (const double radius : {1e-6, 0.02, 0.4, 1.7}) {
        const Ascent ascent = ascend(reference, colors, starts_of(colors), {.radius = radius}, progress);
        for (const Position& mode : ascent.modes) {
            EXPECT_TRUE(mode.l >= 0 && mode.l <= units_per_one) << radius;
            EXPECT_LE(std::abs(mode.a), units_per_one / 2);
            EXPECT_LE(std::abs(mode.b), units_per_one / 2);
        }
    }
}

}
}
