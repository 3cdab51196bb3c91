#include "color/position.h"

#include <gtest/gtest.h>

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
}
