#include "labels/contrast.h"

#include "base/parallel.h"
#include "expect_error.h"
#include "labels/label_pictures.h"
#include "painted.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace huedrift {

namespace {

/// "Smooth areas" of the definition, as plainly as possible.
class SmoothAreas {
public:
    SmoothAreas(const Image& image, const ColorSet& colors) : image_(image), colors_(colors) {}

    /// `importances` of each pixel; empty: 1.
    std::vector<std::uint32_t> weights(const std::vector<std::uint8_t>& importances = {}) const {
        std::vector<std::uint32_t> weights(colors_.size());
        for (int y = 0; y < image_.height(); ++y)
            for (int x = 0; x < image_.width(); ++x) {
                if (!is_visible(x, y)) continue;
                const std::uint32_t times =
                    importances.empty() ? 1 : importances[std::size_t(y * image_.width() + x)];
                weights[color_at(x, y)] += times * std::uint32_t(weight(x, y));
            }
        return weights;
    }

private:
    bool is_visible(int x, int y) const {
        return x >= 0 && y >= 0 && x < image_.width() && y < image_.height() && pixel(x, y).a != 0;
    }
    const Rgba8& pixel(int x, int y) const {
        return image_.pixels()[std::size_t(y) * std::size_t(image_.width()) + std::size_t(x)];
    }
    std::uint32_t color_at(int x, int y) const {
        return colors_.index()[{pixel(x, y).r, pixel(x, y).g, pixel(x, y).b}];
    }
    std::int64_t contrast(int x, int y, int other_x, int other_y) const {
        if (!is_visible(x, y) || !is_visible(other_x, other_y)) return 0;
        const auto one = coordinates(colors_.positions()[color_at(x, y)]),
                   other = coordinates(colors_.positions()[color_at(other_x, other_y)]);
        std::int64_t most = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            most = std::max(most, std::int64_t{std::abs(one[axis] - other[axis])});
        return most;
    }
    std::int64_t weight(int x, int y) const {
        std::int64_t sum = 0, pixels = 0;
        for (int row = y - 2; row <= y + 2; ++row)
            for (int column = x - 2; column <= x + 2; ++column) {
                if (!is_visible(column, row)) continue;
                ++pixels;
                sum +=
                    std::max(contrast(column, row, column + 1, row), contrast(column, row, column, row + 1));
            }
        if (sum <= 100'663 * pixels) return 48;
        if (sum >= 335'544 * pixels) return 16;
        return 16 + 32 * (335'544 * pixels - sum) / (234'881 * pixels);
    }

    const Image& image_;
    const ColorSet& colors_;
};

void expect_weights_by_definition(const Image& image) {
    const ColorSet colors(image, Transfer::srgb);
    EXPECT_EQ(weigh_smooth_areas(image, colors), SmoothAreas(image, colors).weights());
}

/// With pixels that count 1 to 8 times.
void expect_important_weights_by_definition(const Image& image) {
    const ColorSet plain(image, Transfer::srgb);
    std::vector<std::uint8_t> importances(image.pixels().size());
    std::vector<std::uint32_t> counts(plain.size());
    for (std::size_t i = 0; i < importances.size(); ++i) {
        importances[i] = static_cast<std::uint8_t>(1 + i * i % 8);
        const auto [r, g, b, a] = image.pixels()[i];
        if (a != 0) counts[plain.index()[{r, g, b}]] += importances[i];
    }
    const ColorSet colors({plain.colors().begin(), plain.colors().end()}, counts, Transfer::srgb);
    EXPECT_EQ(weigh_smooth_areas(image, colors, {}, importances),
              SmoothAreas(image, colors).weights(importances));
}

/// A ramp with noise of up to so many code steps, and some transparent pixels.
Image noisy_ramp(int width, int height, unsigned noise) {
    std::mt19937 random(noise);
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto channel = [&](unsigned slope) {
            return std::uint8_t((100 + i % std::size_t(width) * slope / 4 + random() % (noise + 1)) & 255);
        };
        image.pixels()[i] = {channel(1), channel(2), channel(3), std::uint8_t(random() % 30 == 0 ? 0 : 255)};
    }
    return image;
}

TEST(SmoothAreas, WeighColorsByDefinition) {
    for (const unsigned noise : {0u, 1u, 2u, 3u, 5u, 40u})
        for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {3, 3}, {61, 67}, {30, 200}})
            expect_weights_by_definition(noisy_ramp(width, height, noise));
    for (const unsigned colors : {1u, 2u, 50u})
        expect_weights_by_definition(speckled(37, 140, colors, colors));
    expect_weights_by_definition(Image(5, 4));
    expect_weights_by_definition(Image());
}

TEST(SmoothAreas, WeighColorsByTheImportanceOfPixels) {
    for (const auto& [width, height] : {std::pair{1, 1}, {9, 1}, {61, 67}})
        expect_important_weights_by_definition(noisy_ramp(width, height, 3));
}

TEST(SmoothAreas, WeighAllOfASmoothPictureAlikeAndMoreThanTexture) {
    Image image(40, 20);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::size_t x = i % 40, y = i / 40;
        const bool is_light = x >= 20 && (x + y) % 2 != 0;
        image.pixels()[i] = x < 20     ? Rgba8{90, 140, 200, 255}
                            : is_light ? Rgba8{250, 250, 250, 255}
                                       : Rgba8{0, 0, 0, 9};
    }
    const ColorSet colors(image, Transfer::srgb);
    const std::vector<std::uint32_t> weights = weigh_smooth_areas(image, colors);
    constexpr Rgb dark{}, light{250, 250, 250};
    const std::uint32_t blue = weights[colors.index()[{90, 140, 200}]];
    EXPECT_EQ(weights[colors.index()[dark]], 16u * 200);
    EXPECT_EQ(weights[colors.index()[light]], 16u * 200);
    EXPECT_GT(blue, 40u * 400) << "only pixels near the texture have less";
    EXPECT_LT(blue, 48u * 400);
}

TEST(SmoothAreas, WeighTheSameOnAnyNumberOfThreads) {
    const Image image = noisy_ramp(64, 500, 2);
    const ColorSet colors(image, Transfer::srgb);
    const std::vector<std::uint32_t> weights = SmoothAreas(image, colors).weights();
    for (const int threads : {1, 2, 5}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(weigh_smooth_areas(image, colors), weights);
    }
}

TEST(SmoothAreas, AreNotWeighedAnyMoreWhenCancelled) {
    const Image image = noisy_ramp(9, 9, 1);
    const ColorSet colors(image, Transfer::srgb);
    Progress cancelled;
    cancelled.cancel();
    expect_error([&] { weigh_smooth_areas(image, colors, cancelled); }, ErrorKind::cancelled);
}

}

namespace {

Rgba8 pixel_at(const ImageView& image, int x, int y) {
    return image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)];
}

Image transposed(const ImageView& image) {
    return painted(image.height, image.width, [&](int x, int y) { return pixel_at(image, y, x); });
}

/// "Looks" of docs/definition.md word by word, for pairs in rows.
std::size_t length_in_rows(const ImageView& source, const ImageView& result) {
    const int width = source.width, height = source.height;
    const auto is_border = [&](int x, int y) {
        Rgba8 left = pixel_at(result, x, y), right = pixel_at(result, x + 1, y);
        left.a = right.a;
        if (left == right) return false;
        bool rises[3]{}, falls[3]{};
        for (int i = std::max(x - 3, 0); i < std::min(x + 4, width - 1); ++i) {
            const Rgba8 here = pixel_at(source, i, y), next = pixel_at(source, i + 1, y);
            if (here.a == 0 || next.a == 0) return false;
            const int changes[] = {next.r - here.r, next.g - here.g, next.b - here.b};
            for (int channel = 0; channel < 3; ++channel) {
                if (std::abs(changes[channel]) > 8) return false;
                rises[channel] = rises[channel] || changes[channel] > 0;
                falls[channel] = falls[channel] || changes[channel] < 0;
                if (rises[channel] && falls[channel]) return false;
            }
        }
        return true;
    };
    std::vector<int> group(std::size_t(width) * std::size_t(height), -1);
    const auto at = [&](int x, int y) -> int& {
        return group[std::size_t(y) * std::size_t(width) + std::size_t(x)];
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x + 1 < width; ++x)
            if (is_border(x, y)) at(x, y) = y * width + x;
    for (bool changed = true; changed;) { // the smallest number spreads to all that are connected
        changed = false;
        for (int y = 0; y + 1 < height; ++y)
            for (int x = 0; x < width; ++x)
                for (int next = std::max(x - 1, 0); next <= std::min(x + 1, width - 1); ++next) {
                    int &upper = at(x, y), &lower = at(next, y + 1);
                    if (upper < 0 || lower < 0 || upper == lower) continue;
                    upper = lower = std::min(upper, lower);
                    changed = true;
                }
    }
    std::map<int, std::size_t> sizes;
    for (const int number : group)
        if (number >= 0) ++sizes[number];
    std::size_t length = 0;
    for (const auto& [number, size] : sizes)
        if (size >= std::size_t(std::min(16, height))) length += size;
    return length;
}

std::size_t length_by_definition(const ImageView& source, const ImageView& result) {
    return length_in_rows(source, result) + length_in_rows(transposed(source), transposed(result));
}

template <class Grey>
Image drawn(int width, int height, const Grey& grey) {
    return painted(width, height, [&](int x, int y) {
        const auto value = std::uint8_t(std::clamp(grey(x, y), 0, 255));
        return Rgba8{value, value, value, 255};
    });
}

Image in_bands(const Image& source, int step) {
    Image bands = source;
    for (Rgba8& pixel : bands.pixels()) pixel.r = pixel.g = pixel.b = std::uint8_t(pixel.r / step * step);
    return bands;
}

TEST(FalseBorders, AreAsLongAsTheBandsOfAGradient) {
    const Image ramp = drawn(64, 40, [](int x, int) { return 4 * x; });
    EXPECT_EQ(false_border_length(ramp, in_bands(ramp, 64)), 3u * 40);
    EXPECT_EQ(false_border_length(transposed(ramp), transposed(in_bands(ramp, 64))), 3u * 40);
    EXPECT_EQ(false_border_length(ramp, ramp), 63u * 40);
    EXPECT_EQ(false_border_length(ramp, drawn(64, 40, [](int, int) { return 9; })), 0u);
}

TEST(FalseBorders, AreNotEdgesOfTheSource) {
    const Image area = drawn(64, 40, [](int x, int) { return x < 32 ? 40 : 200; });
    EXPECT_EQ(false_border_length(area, area), 0u);
    const Image soft = drawn(64, 40, [](int x, int) { return 8 * (x - 30); }); // its steps are from 0 to 255
    EXPECT_EQ(false_border_length(soft, in_bands(soft, 128)), 40u) << "a gradient of the steepest steps";
    const Image steep = drawn(64, 40, [](int x, int) { return 9 * (x - 30); });
    EXPECT_EQ(false_border_length(steep, in_bands(steep, 128)), 0u);
}

TEST(FalseBorders, ArePassedOverWhereTheyAreShort) {
    for (const int side : {15, 16}) {
        const Image spot = drawn(64, 40, [=](int x, int y) { return y < side ? 4 * x : 0; });
        EXPECT_EQ(false_border_length(spot, in_bands(spot, 128)), side == 16 ? 16u : 0u);
    }
    const Image strip = drawn(64, 5, [](int x, int) { return 4 * x; }); // no border can be longer
    EXPECT_EQ(false_border_length(strip, in_bands(strip, 128)), 5u);
}

TEST(FalseBorders, AreNeverTransparent) {
    Image ramp = drawn(64, 40, [](int x, int) { return 4 * x; });
    const Image bands = in_bands(ramp, 128);
    for (std::size_t y = 0; y < 10; ++y) ramp.pixels()[y * 64 + 33].a = 0;
    EXPECT_EQ(false_border_length(ramp, bands), 30u);
    for (Rgba8& pixel : ramp.pixels()) pixel.a = 0;
    EXPECT_EQ(false_border_length(ramp, bands), 0u);
}

TEST(FalseBorders, AreThoseOfTheDefinition) {
    std::mt19937 random(11);
    for (const auto& [width, height] : {std::pair(1, 1), {1, 37}, {37, 1}, {2, 2}, {61, 47}, {0, 0}})
        for (int slope = 1; slope <= 6; ++slope)
            for (const int noise : {1, 2, 40}) {
                Image source = drawn(width, height, [&](int x, int y) {
                    const bool is_noisy = random() % 100 == 0;
                    return (slope * x + (slope % 3) * y) / 2 +
                           (is_noisy ? int(random() % unsigned(noise)) : 0);
                });
                for (Rgba8& pixel : source.pixels())
                    if (random() % 300 == 0) pixel.a = 0;
                const Image result = in_bands(source, 24);
                EXPECT_EQ(false_border_length(source, result), length_by_definition(source, result))
                    << width << " x " << height << ", slope " << slope << ", noise " << noise;
            }
}

}

}
