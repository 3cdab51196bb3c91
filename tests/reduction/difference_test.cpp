#include "reduction/difference.h"

#include "color/oklab.h"
#include "expect_error.h"
#include "reduction/random_image.h"
#include "reduction/reduction.h"
#include "reduction/remap.h"
#include "reference/reference_engine.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
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

namespace {

Image random_picture(unsigned seed) { return huedrift::random_image(seed, 40, 30, 9, 28, 4); }

/// The nearest-rank percentile and the rest, pixel by pixel.
Difference of(std::vector<double> distances) {
    std::ranges::sort(distances);
    double sum = 0;
    for (const double distance : distances) sum += distance;
    const auto rank = static_cast<std::size_t>(std::ceil(0.95 * double(distances.size())));
    return {sum / double(distances.size()), distances[rank - 1], distances.back()};
}

void expect_near(const Difference& x, const Difference& y) {
    EXPECT_NEAR(x.mean, y.mean, 1e-12);
    EXPECT_EQ(x.percentile_95, y.percentile_95);
    EXPECT_EQ(x.maximum, y.maximum);
}

TEST(PictureDifference, EqualsAPixelByPixelComputation) {
    const Image x = huedrift::random_image(1, 120, 90, 9, 28, 4), // so many pairs that threads share them
        y = huedrift::random_image(2, 120, 90, 9, 28, 4);
    std::vector<double> oklab, ciede;
    double squares = 0;
    std::uint64_t unmatched = 0;
    const PositionTable position(Transfer::srgb);
    const CieLabTable cielab;
    for (std::size_t i = 0; i < x.pixels().size(); ++i) {
        const Rgba8 p = x.pixels()[i], q = y.pixels()[i];
        unmatched += (p.a != 0) != (q.a != 0);
        if (p.a == 0 || q.a == 0) continue;
        squares += std::pow(p.r - q.r, 2) + std::pow(p.g - q.g, 2) + std::pow(p.b - q.b, 2);
        const Rgb c{p.r, p.g, p.b}, d{q.r, q.g, q.b};
        oklab.push_back(std::sqrt(double(squared_distance(position(c), position(d)))) / units_per_one);
        ciede.push_back(ciede2000(cielab(c), cielab(d)));
    }
    const PictureDifference found = picture_difference(x, y);
    EXPECT_EQ(found.pixels, oklab.size());
    EXPECT_EQ(found.unmatched, unmatched);
    EXPECT_NEAR(found.mse, squares / double(3 * oklab.size()), 1e-9);
    EXPECT_NEAR(found.psnr(), 10 * std::log10(255 * 255 / found.mse), 1e-9);
    expect_near(found.oklab, of(oklab));
    expect_near(found.ciede2000, of(ciede));
}

TEST(PictureDifference, AgreesWithTheDifferenceOfTheResult) {
    const Image image = random_picture(3);
    const ColorSet colors(image, Transfer::srgb);
    ReferenceEngine engine;
    Progress progress;
    const Reduction reduction = engine.reduce(colors, {.radius = 0.2}, progress);
    expect_near(picture_difference(image, remap(image, colors, reduction)).oklab,
                difference(colors, reduction));
}

TEST(PictureDifference, IsZeroForEqualAndInvisiblePictures) {
    const Image image = random_picture(4);
    const PictureDifference same = picture_difference(image, image);
    EXPECT_EQ(same.mse, 0);
    EXPECT_TRUE(std::isinf(same.psnr()));
    EXPECT_EQ(same.oklab.maximum + same.ciede2000.maximum, 0);
    EXPECT_EQ(picture_difference(Image(3, 3), Image(3, 3)).pixels, 0u);
    EXPECT_EQ(picture_difference(Image(3, 3), Image(3, 3)).mse, 0);
}

/// So large that several threads add up the pixels.
TEST(EntryDistances, AreMeansOverThePixelsOfEachEntry) {
    constexpr std::size_t entries = 5;
    const Image x = huedrift::random_image(5, 400, 400, 9, 28, 4),
                y = huedrift::random_image(6, 400, 400, 9, 28, 4);
    const PositionTable position(Transfer::srgb);
    std::vector<double> sums(entries);
    std::vector<std::size_t> pixels(entries);
    for (std::size_t i = 0; i < x.pixels().size(); ++i) {
        const Rgba8 p = x.pixels()[i], q = y.pixels()[i];
        if (p.a == 0 || q.a == 0) continue;
        const auto squared = double(squared_distance(position({p.r, p.g, p.b}), position({q.r, q.g, q.b})));
        sums[i % entries] += std::floor(std::sqrt(squared));
        ++pixels[i % entries];
    }
    const auto found =
        entry_distances(x, y, entries, [](std::size_t i) { return std::uint32_t(i % entries); }, {});
    for (std::size_t i = 0; i < entries; ++i)
        EXPECT_EQ(found[i], sums[i] / double(pixels[i]) / units_per_one);
}

TEST(PictureDifference, RefusesDifferentSizes) {
    expect_error([] { picture_difference(Image(3, 2), Image(2, 3)); }, ErrorKind::failed, {"3 x 2", "2 x 3"});
}

}

}
