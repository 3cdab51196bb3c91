#include "reduction/picture_difference.h"

#include "color/cielab.h"
#include "expect_error.h"
#include "reduction/random_image.h"
#include "reduction/remap.h"
#include "reference/reference_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace huedrift {
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
    const Image x = random_picture(1), y = random_picture(2);
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

TEST(PictureDifference, RefusesDifferentSizes) {
    expect_error([] { picture_difference(Image(3, 2), Image(2, 3)); }, ErrorKind::failed, {"3 x 2", "2 x 3"});
}

}
}
