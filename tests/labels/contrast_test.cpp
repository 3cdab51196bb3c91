#include "labels/contrast.h"

#include "base/parallel.h"
#include "expect_error.h"
#include "labels/label_pictures.h"
#include "painted.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace huedrift {

namespace {

/// t(c) of "Weights" in the definition, as plainly as possible.
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

}
