#include "reduction/difference.h"

#include "reduction/picture_difference.h"
#include "reduction/reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

/// A result in which every colour becomes black.
Reduction blackened(const ColorSet& colors) {
    return gather_modes(colors, std::vector<Position>(colors.size(), PositionTable(colors.transfer())({})));
}

double distance(Rgb x, Rgb y) {
    const PositionTable position(Transfer::srgb);
    return std::sqrt(double(squared_distance(position(x), position(y)))) / units_per_one;
}

TEST(Difference, IsZeroForAnUnchangedPicture) {
    const ColorSet colors({{1, 2, 3}, {200, 100, 50}}, {7, 9}, Transfer::srgb);
    const Difference none = difference(colors, gather_modes(colors, colors.positions()));
    EXPECT_EQ(none.mean, 0);
    EXPECT_EQ(none.percentile_95, 0);
    EXPECT_EQ(none.maximum, 0);
}

TEST(Difference, WeighsEveryPixel) {
    const Rgb black{}, grey{128, 128, 128}, white{255, 255, 255};
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const ColorSet colors({black, grey, white}, {10, 85, 5}, transfer);
        const Difference found = difference(colors, blackened(colors));
        EXPECT_NEAR(found.mean, 0.85 * distance(grey, black) + 0.05 * distance(white, black), 1e-9);
        EXPECT_NEAR(found.percentile_95, distance(grey, black), 1e-9);
        EXPECT_NEAR(found.maximum, 1, 1e-6);
    }
}

TEST(Difference, The95thPercentileIsReachedNotPassed) {
    const ColorSet colors({{0, 0, 0}, {255, 255, 255}}, {94, 6}, Transfer::srgb);
    EXPECT_NEAR(difference(colors, blackened(colors)).percentile_95, 1, 1e-6);
}

/// So many that several threads add them up.
ColorSet many_colors() {
    std::mt19937 random(3);
    std::vector<Rgb> all;
    std::vector<std::uint32_t> counts;
    for (std::uint32_t code = 7; code < rgb_codes; code += 509) {
        all.push_back(Rgb::from_code(code));
        counts.push_back(1 + random() % 9);
    }
    return {std::move(all), std::move(counts), Transfer::srgb};
}

TEST(TotalDistance, AddsUpTheRoundedDistanceOfEachPixel) {
    const ColorSet colors = many_colors();
    const Position black = PositionTable(Transfer::srgb)({});
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const auto squared = std::uint64_t(squared_distance(colors.positions()[i], black));
        auto root = std::uint64_t(std::sqrt(double(squared)));
        while (root * root > squared) --root;
        while ((root + 1) * (root + 1) <= squared) ++root;
        expected += root * colors.counts()[i];
    }
    EXPECT_EQ(total_distance(colors, blackened(colors)), expected);
    EXPECT_EQ(total_distance(colors, gather_modes(colors, colors.positions())), 0u);
}

/// Compares several blocks with sorting all distances.
TEST(Difference, EqualsThatOfSortedDistances) {
    const ColorSet colors = many_colors();
    const Difference found = difference(colors, blackened(colors));
    std::vector<double> of_pixels;
    for (std::size_t i = 0; i < colors.size(); ++i)
        of_pixels.insert(of_pixels.end(), colors.counts()[i], distance(colors.colors()[i], {}));
    std::ranges::sort(of_pixels);
    const auto pixels = of_pixels.size();
    EXPECT_NEAR(found.mean, std::accumulate(of_pixels.begin(), of_pixels.end(), 0.0) / double(pixels), 1e-12);
    EXPECT_EQ(found.percentile_95, of_pixels[(pixels * 19 + 19) / 20 - 1]);
    EXPECT_EQ(found.maximum, of_pixels.back());
}

TEST(Difference, IsZeroWithoutPixels) {
    const ColorSet none({}, {}, Transfer::srgb);
    EXPECT_EQ(difference(none, Reduction{}).maximum, 0);
    const Image invisible(3, 2);
    EXPECT_EQ(oklab_difference(invisible, invisible).maximum, 0);
}

}
}
