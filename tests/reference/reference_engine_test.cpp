#include "reference/reference_engine.h"

#include "reduction/engine_cases.h"
#include "reduction/trajectory.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(ReferenceEngine, GoldenFourPixels) {
    const std::vector<Rgba8> pixels{
        {0xCC, 0x4E, 0xFF, 255}, {0xFF, 0x2D, 0xFF, 255}, {0xFF, 0x2C, 0xA6, 255}, {0xFF, 0x2C, 0xA6, 255}};
    const ColorSet set(ImageView{2, 2, pixels}, Transfer::linear);
    ReferenceEngine engine;
    Progress progress;
    for (const auto& [weighting, expected] : {std::pair{Weighting::palette, Rgb{0xEE, 0x38, 0xDF}},
                                              std::pair{Weighting::frequency, Rgb{0xF3, 0x35, 0xD0}}}) {
        const Reduction reduction = engine.reduce(
            set, {.radius = 0.1, .weighting = weighting, .transfer = Transfer::linear}, progress);
        ASSERT_EQ(reduction.entries.size(), 1u);
        EXPECT_EQ(reduction.entries[0].color, expected);
        EXPECT_EQ(reduction.entries[0].colors, 3u);
        EXPECT_EQ(reduction.entries[0].pixels, 4u);
    }
}

TEST(ReferenceEngine, APreviewFollowsAtMost8192Cells) {
    // All farther than the radius from each other and in cubes of their own.
    std::vector<Position> positions;
    for (int i = 0; i < 8193; ++i) positions.push_back({i % 32 << 16, i / 32 % 16 << 16, i / 512 << 16});
    ReferenceEngine engine;
    for (const std::size_t count : {8193u, 8192u}) {
        positions.resize(count);
        const ColorSet colors = ColorSet::from_points(positions, std::vector<std::uint32_t>(count, 1));
        Progress progress;
        const Reduction found = engine.reduce(colors, {.radius = 0x1p-9, .refine = Refine::coarse}, progress);
        EXPECT_EQ(found.entries.size(), count == 8192 ? 8192u : 8192u / 8 + 1) << "then in cubes of eight";
    }
}

__extension__ typedef __int128 Wide; // __extension__ avoids a pedantic warning

/// f of the proof that F has no cycles (docs/definition.md): the sum of w (R2 - |q - x|^2) within reach.
Wide ascent(const ColorSet& colors, Weighting weighting, std::int64_t r2, const Position& q) {
    Wide f = 0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const std::int64_t inside = r2 - squared_distance(colors.positions()[i], q);
        if (inside >= 0) f += Wide{inside} * (weighting == Weighting::palette ? 1 : colors.counts()[i]);
    }
    return f;
}

TEST(ReferenceEngine, EveryStepClimbs) {
    for (const EngineCase& test : engine_cases()) {
        for (const double radius : test.radii) {
            for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
                const std::int64_t r2 = squared_radius(radius);
                for (std::size_t i = 0; i < test.colors.size(); i += 29) {
                    Position q = test.colors.positions()[i];
                    for (Position next; (next = step(test.colors, weighting, r2, q)) != q; q = next) {
                        const Position rounded = rounded_step(q, next);
                        const Wide before = ascent(test.colors, weighting, r2, q),
                                   after = ascent(test.colors, weighting, r2, next);
                        ASSERT_TRUE(after > before ||
                                    (after == before && next.l + next.a + next.b > q.l + q.a + q.b))
                            << test.name << " r = " << radius;
                        ASSERT_TRUE(rounded == next || ascent(test.colors, weighting, r2, rounded) > before)
                            << test.name << " r = " << radius << ", rounded";
                    }
                }
            }
        }
    }
}

}
}
