#include "color/light.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace huedrift {
namespace {

__extension__ using Big = __int128;

std::int64_t floor_of(Big numerator, Big denominator) {
    Big quotient = numerator / denominator;
    if (quotient * denominator > numerator) --quotient;
    return static_cast<std::int64_t>(quotient);
}

/// The nearest integer to the cube root, by bisection.
std::int64_t plain_root(std::int64_t light) {
    std::int64_t low = 0, high = std::int64_t{1} << 25;
    while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (Big(2 * middle + 1) * (2 * middle + 1) * (2 * middle + 1) > Big(light) << 51)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// "Ink range" by its definition: every pair of inks is mixed.
Light plain_range(std::vector<Rgb> inks, Rgb color, Transfer transfer) {
    const LightTable light(transfer);
    Light dark = light(inks.front()), bright = dark;
    for (const Rgb ink : inks) {
        if (light(ink).y < dark.y) dark = light(ink);
        if (light(ink).y > bright.y) bright = light(ink);
    }
    const Light own = light(color);
    const Big first = plain_root(dark.y), last = plain_root(bright.y);
    const Big one = 1 << 24, plain = plain_root(own.y);
    const Big steep = floor_of(plain * plain * (3 * one - 2 * plain), one * one);
    const Big curved = plain + floor_of((one - (last - first)) * (steep - plain), one);
    const Big root = first + floor_of((last - first) * curved, one);
    const Big cubes = last * last * last - first * first * first;
    const std::int64_t y =
        cubes == 0
            ? dark.y
            : dark.y + floor_of((root * root * root - first * first * first) * (bright.y - dark.y), cubes);
    const std::int64_t whole = bright.y - dark.y;
    std::int64_t u = dark.u, v = dark.v;
    if (whole != 0) {
        u += floor_of(Big(bright.u - dark.u) * (y - dark.y), whole);
        v += floor_of(Big(bright.v - dark.v) * (y - dark.y), whole);
    }
    std::int64_t cu = own.u, cv = own.v;
    if (y < own.y) {
        cu = floor_of(Big(cu) * y, own.y);
        cv = floor_of(Big(cv) * y, own.y);
    }
    const std::int64_t square = cu * cu + cv * cv;
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (const Rgb a : inks)
        for (const Rgb b : inks) {
            const Light low = light(a), high = light(b);
            if (low.y > y || high.y < y) continue;
            const std::int64_t p = low.u * cu + low.v * cv, q = high.u * cu + high.v * cv;
            most = std::max(most, low.y == high.y ? std::max(p, q)
                                                  : p + floor_of(Big(q - p) * (y - low.y), high.y - low.y));
        }
    const std::int64_t kept = std::clamp<std::int64_t>(most - u * cu - v * cv, 0, square);
    if (square == 0) return {std::int32_t(y), std::int32_t(u), std::int32_t(v)};
    return {std::int32_t(y), std::int32_t(u + floor_of(Big(cu) * kept, square)),
            std::int32_t(v + floor_of(Big(cv) * kept, square))};
}

Rgb any_color(std::mt19937& random) { return Rgb::from_code(random() % rgb_codes); }

TEST(InkRange, IsThatOfTheDefinition) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 400; ++trial) {
        std::vector<Rgb> inks(1 + random() % 9);
        for (Rgb& ink : inks) {
            ink = any_color(random);
            if (trial % 5 == 0) ink = {ink.r, ink.r, ink.r}; // on one line
            if (trial % 7 == 0) ink = {std::uint8_t(ink.r & 0xc0), std::uint8_t(ink.g & 0x80), 0}; // ties
        }
        const Transfer transfer = trial % 2 == 0 ? Transfer::srgb : Transfer::linear;
        const InkRange range(inks, transfer);
        std::vector<Rgb> colors{{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {0, 0, 255}, inks.front()};
        for (int i = 0; i < 20; ++i) colors.push_back(any_color(random));
        for (const Rgb color : colors)
            EXPECT_EQ(coordinates(range(color)), coordinates(plain_range(inks, color, transfer)))
                << hex_code(color) << " by " << inks.size() << " inks, trial " << trial;
    }
}

TEST(InkRange, InksOfOneLuminanceMixTheirColours) {
    const std::vector<Rgb> inks{{90, 90, 90}, {90, 90, 90}};
    EXPECT_EQ(coordinates(InkRange(inks, Transfer::srgb)({200, 10, 60})),
              coordinates(LightTable(Transfer::srgb)(inks.front())));
}

TEST(InkRange, GreysRiseFromTheDarkestToTheLightestInk) {
    const std::vector<Rgb> inks{{25, 30, 33}, {232, 230, 225}, {178, 19, 24}, {33, 87, 186}};
    const InkRange range(inks, Transfer::srgb);
    const LightTable light(Transfer::srgb);
    std::int32_t before = -1;
    for (int v = 0; v < 256; ++v) {
        const auto byte = std::uint8_t(v);
        const Light shown = range({byte, byte, byte});
        EXPECT_GT(shown.y, before);
        before = shown.y;
    }
    EXPECT_EQ(coordinates(range({0, 0, 0})), coordinates(light(inks[0])));
    EXPECT_EQ(coordinates(range({255, 255, 255})), coordinates(light(inks[1])));
}

TEST(InkRange, GreyInksAreThoseNearTheLine) {
    const std::vector<Rgb> inks{{43, 42, 46}, {210, 211, 205}, {110, 111, 112}, {168, 60, 57}};
    const InkRange range(inks, Transfer::srgb);
    EXPECT_TRUE(range.is_grey(inks[0]));
    EXPECT_TRUE(range.is_grey(inks[1]));
    EXPECT_TRUE(range.is_grey(inks[2]));
    EXPECT_FALSE(range.is_grey(inks[3]));
}

}
}
