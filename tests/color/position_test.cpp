#include "color/position.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace huedrift {

namespace {

// FNV-1a, with words for bytes, over the positions of all 2^24 colours in the order of their codes: pins the
// definition on every machine and libm.
std::uint64_t checksum(Transfer transfer) {
    const PositionTable position(transfer);
    std::uint64_t hash = 14695981039346656037u;
    for (std::uint32_t code = 0; code < rgb_codes; ++code) {
        const Position p = position(Rgb::from_code(code));
        for (const std::int32_t coordinate : {p.l, p.a, p.b}) {
            hash = (hash ^ static_cast<std::uint32_t>(coordinate)) * 1099511628211u;
        }
    }
    return hash;
}

TEST(Position, ChecksumOverAllColorsSrgb) { EXPECT_EQ(checksum(Transfer::srgb), 1360323423769139962u); }
TEST(Position, ChecksumOverAllColorsLinear) { EXPECT_EQ(checksum(Transfer::linear), 16004955720886014280u); }

TEST(Position, PublishedValuesOfTheLinearTransfer) {
    const PositionTable position(Transfer::linear);
    EXPECT_NEAR(oklab_from_position(position({0, 0, 7})).l, 0.13635494, 5e-8);
    EXPECT_NEAR(oklab_from_position(position({1, 1, 1})).l, 0.15769569, 5e-8);
}

TEST(Position, EveryColorIsRecoveredFromItsPosition) {
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const PositionTable position(transfer);
        for (std::uint32_t code = 0; code < rgb_codes; code += 251) {
            const Rgb color = Rgb::from_code(code);
            ASSERT_EQ(color_at(position(color), transfer), color) << code;
        }
    }
}

}

namespace {

TEST(BoundingBox, HoldsAllAddedPositions) {
    BoundingBox box;
    box.add({5, -7, 1});
    EXPECT_EQ(box.low, (Position{5, -7, 1}));
    EXPECT_EQ(box.high, (Position{5, -7, 1}));
    box.add({3, 8, 1});
    EXPECT_EQ(box.low, (Position{3, -7, 1}));
    EXPECT_EQ(box.high, (Position{5, 8, 1}));
    EXPECT_EQ(box.longest_axis(), 1u);
    EXPECT_EQ(box.longest_side(), 15);
    EXPECT_EQ(box.middle(), (Position{4, 0, 1}));
}

TEST(BoundingBox, TheFirstOfEqualSidesIsTheLongest) {
    EXPECT_EQ((BoundingBox{{0, 0, 0}, {1, 2, 2}}.longest_axis()), 1u);
}

TEST(BoundingBox, HoldsTheOriginWithoutPositions) {
    const BoundingBox box = bounding_box({});
    EXPECT_EQ(box.low, Position());
    EXPECT_EQ(box.high, Position());
}

TEST(BoundingBox, SpansTheWholeRangeOfCoordinates) {
    const BoundingBox box{{-(1 << 30), 0, 0}, {1 << 30, 0, 0}};
    EXPECT_EQ(box.longest_side(), std::int64_t{1} << 31);
    EXPECT_EQ(box.middle(), Position());
}

TEST(BoundingBox, IsAsFarAsItsNearestAndItsFarthestPoint) {
    const BoundingBox box{{0, 10, -5}, {4, 20, -5}};
    EXPECT_EQ(box.squared_distance_to({2, 20, -5}), 0);
    EXPECT_EQ(box.squared_reach_from({2, 20, -5}), 4 + 100);
    EXPECT_EQ(box.squared_distance_to({-3, 24, 7}), 9 + 16 + 144);
    EXPECT_EQ(box.squared_reach_from({-3, 24, 7}), 49 + 196 + 144);
    const BoundingBox whole{{-(1 << 24), -(1 << 24), -(1 << 24)}, {1 << 24, 1 << 24, 1 << 24}};
    EXPECT_EQ(whole.squared_reach_from({1 << 24, 1 << 24, 1 << 24}), std::int64_t{3} << 50);
}

TEST(MortonCode, InterleavesTheBitsOfItsCoordinates) {
    EXPECT_EQ(morton_code(0b101, 0b110, 0b010), 0b110011100u);
    constexpr std::uint32_t greatest = (1u << 21) - 1;
    EXPECT_EQ(morton_code(greatest, greatest, greatest), ~std::uint64_t{0} >> 1);
}

}

namespace {

TEST(ColorPoint, AStepOfOneChannelIsAThousandthOfOklab) {
    const ColorPoint one = color_point({10, 20, 30}, {}), other = color_point({10, 21, 30}, {});
    EXPECT_EQ(squared_distance(one, other), std::int64_t{1} << 28);
}

TEST(ColorPoint, MeansAreRoundedHalfUpInAllCoordinates) {
    ColorPointSum sum;
    sum.add({{0, -1, 5}, {3, 4, 5}}, 1);
    sum.add({{1, 0, 5}, {4, 8, 5}}, 1);
    EXPECT_EQ(sum.weight(), 2);
    EXPECT_EQ(sum.mean(), (ColorPoint{{1, 0, 5}, {4, 6, 5}}));
}

TEST(NearestColor, IsTheColorItselfAtItsPoint) {
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const PositionTable positions(transfer);
        for (std::uint32_t code = 0; code < rgb_codes; code += 4099) {
            const Rgb color = Rgb::from_code(code);
            EXPECT_EQ(nearest_color(color_point(color, positions(color)), positions), color);
        }
    }
}

TEST(NearestColor, OfGreysIsTheNearestGrey) {
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const PositionTable positions(transfer);
        const auto point = [&](int value) {
            const auto channel = std::uint8_t(value);
            const Rgb grey{channel, channel, channel};
            return color_point(grey, positions(grey));
        };
        for (int one = 0; one < 256; one += 5)
            for (int other = one; other < 256; other += 3) {
                ColorPointSum sum;
                sum.add(point(one), 1);
                sum.add(point(other), 3);
                const Rgb found = nearest_color(sum.mean(), positions);
                ASSERT_EQ(found.r, found.g);
                ASSERT_EQ(found.g, found.b);
                for (int value = 0; value < 256; ++value)
                    ASSERT_GE(squared_distance(point(value), sum.mean()),
                              squared_distance(point(found.r), sum.mean()));
            }
    }
}

TEST(NearestColor, HasNoNearerNeighborToAMean) {
    const PositionTable positions(Transfer::srgb);
    std::mt19937 random(7);
    for (int i = 0; i < 200; ++i) {
        ColorPointSum sum;
        for (int members = 0; members < 5; ++members) {
            const Rgb color = Rgb::from_code(random() % rgb_codes);
            sum.add(color_point(color, positions(color)), 1 + random() % 9);
        }
        const ColorPoint mean = sum.mean();
        const Rgb found = nearest_color(mean, positions);
        const std::int64_t least = squared_distance(color_point(found, positions(found)), mean);
        for (int step = 0; step < 27; ++step) {
            const int r = found.r + step / 9 - 1, g = found.g + step / 3 % 3 - 1, b = found.b + step % 3 - 1;
            if (std::min({r, g, b}) < 0 || std::max({r, g, b}) > 255) continue;
            const Rgb other{std::uint8_t(r), std::uint8_t(g), std::uint8_t(b)};
            EXPECT_GE(squared_distance(color_point(other, positions(other)), mean), least);
        }
    }
}

}

}
