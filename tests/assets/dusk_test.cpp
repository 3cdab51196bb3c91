#include "dusk.h"
#include "reduction/color_set.h"
#include "reduction/reduction.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(Dusk, IsTheSameEverywhere) { EXPECT_EQ(fingerprint(draw_dusk()), 2292860441971636267u); }

TEST(Dusk, HasWhatASampleNeeds) {
    const Image dusk = draw_dusk();
    const ColorSet colors(dusk, Transfer::srgb);
    EXPECT_GT(colors.size(), 45'000u);
    EXPECT_LT(colors.size(), 60'000u);
    const auto count = [&](auto kind) {
        return std::count_if(dusk.pixels().begin(), dusk.pixels().end(), kind);
    };
    EXPECT_GT(count([](Rgba8 p) { return p == Rgba8{}; }), 10'000);
    EXPECT_GT(count([](Rgba8 p) { return p.a > 0 && p.a < 255; }), 10'000);
}

}
}
