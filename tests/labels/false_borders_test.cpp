#include "labels/false_borders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>

namespace huedrift {
namespace {

Rgba8 pixel_at(const ImageView& image, int x, int y) {
    return image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)];
}

Image transposed(const ImageView& image) {
    Image turned(image.height, image.width);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            turned.pixels()[std::size_t(x) * std::size_t(image.height) + std::size_t(y)] =
                pixel_at(image, x, y);
    return turned;
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

Image drawn(int width, int height, const std::function<int(int x, int y)>& grey) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto value = std::uint8_t(std::clamp(grey(x, y), 0, 255));
            image.pixels()[std::size_t(y) * std::size_t(width) + std::size_t(x)] = {value, value, value, 255};
        }
    return image;
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
