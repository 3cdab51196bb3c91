#include "palette/swatch.h"

#include "color/position.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

namespace huedrift {
namespace {

/// "hue" of docs/definition.md, with products in place of angles: whether p comes before q.
bool is_before_by_hue(const Position& p, const Position& q) {
    const auto half_turn = [](const Position& at) {
        if (std::int64_t{at.a} * at.a + std::int64_t{at.b} * at.b < 28'147'497'671) return 0;
        return at.b > 0 || (at.b == 0 && at.a > 0) ? 1 : 2;
    };
    if (half_turn(p) != half_turn(q)) return half_turn(p) < half_turn(q);
    if (half_turn(p) == 0) return p.l < q.l;
    return std::int64_t{p.a} * q.b > std::int64_t{p.b} * q.a;
}

/// A swatch and where it lies.
struct Placed {
    Swatch swatch;
    Position position;
};

bool comes_first(const Placed& x, const Placed& y, SwatchOrder order) {
    if (order == SwatchOrder::hue) return is_before_by_hue(x.position, y.position);
    if (order == SwatchOrder::lightness) return x.position.l < y.position.l;
    if (order == SwatchOrder::rgb) return x.swatch.color < y.swatch.color;
    return x.swatch.pixels > y.swatch.pixels;
}

bool is_before(const Placed& x, const Placed& y, SwatchOrder order) {
    if (comes_first(x, y, order)) return true;
    if (comes_first(y, x, order)) return false;
    return std::tuple(y.swatch.pixels, x.swatch.color) < std::tuple(x.swatch.pixels, y.swatch.color);
}

TEST(SortSwatches, IsAStableSortByTheDefinition) {
    std::mt19937 random(11);
    const PositionTable position(Transfer::srgb);
    for (const unsigned levels : {2u, 6u, 256u}) { // few levels make ties
        std::vector<Swatch> listed;
        for (std::uint32_t i = 0; i < 700; ++i) {
            const auto channel = [&] { return std::uint8_t(random() % levels * 255 / (levels - 1)); };
            const Rgb color{channel(), channel(), channel()};
            const Rgb grey{color.r, color.r, color.r};
            listed.push_back({.color = i % 5 == 0 ? grey : color, .pixels = random() % 9, .colors = i});
        }
        for (const SwatchOrder order :
             {SwatchOrder::pixels, SwatchOrder::lightness, SwatchOrder::hue, SwatchOrder::rgb}) {
            std::vector<Swatch> sorted = listed;
            std::vector<Placed> expected;
            for (const Swatch& swatch : listed) expected.push_back({swatch, position(swatch.color)});
            std::ranges::stable_sort(
                expected, [&](const Placed& x, const Placed& y) { return is_before(x, y, order); });
            sort_swatches(sorted, order);
            for (std::size_t i = 0; i < sorted.size(); ++i)
                ASSERT_EQ(sorted[i].colors, expected[i].swatch.colors) << name_of(order) << " " << levels;
        }
    }
}

}
}
