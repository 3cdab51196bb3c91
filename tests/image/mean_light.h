#pragma once

#include "color/oklab.h"
#include "image/image.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace huedrift {

/// Light premultiplied by alpha, and alpha, 0 to 1.
struct PixelLight {
    std::array<double, 3> premultiplied{};
    double alpha = 0;

    void add(const PixelLight& other, double share) {
        for (std::size_t c = 0; c < 3; ++c) premultiplied[c] += share * other.premultiplied[c];
        alpha += share * other.alpha;
    }
    /// A channel's code, 0 to 255, unrounded.
    double code(std::size_t channel) const {
        if (alpha == 0) return 0;
        const double light = premultiplied[channel] / alpha;
        return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055);
    }
};

inline PixelLight light_of(Rgba8 pixel) {
    static const std::array<double, 256> light = decode_table(Transfer::srgb);
    const double alpha = pixel.a / 255.0;
    return {{light[pixel.r] * alpha, light[pixel.g] * alpha, light[pixel.b] * alpha}, alpha};
}

/// How much of the pixel i lies between `low` and `high`.
inline double share_of(int i, double low, double high) {
    return std::max(std::min(i + 1.0, high) - std::max(double(i), low), 0.0);
}

/// The mean over an area of a picture. What lies outside of the picture does not count.
inline PixelLight mean_light(const ImageView& image, double left, double top, double right, double bottom) {
    right = std::min(right, double(image.width));
    bottom = std::min(bottom, double(image.height));
    PixelLight sum;
    for (int y = int(top); y < bottom; ++y)
        for (int x = int(left); x < right; ++x)
            sum.add(light_of(image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)]),
                    share_of(x, left, right) * share_of(y, top, bottom));
    PixelLight mean;
    mean.add(sum, 1 / ((right - left) * (bottom - top)));
    return mean;
}

/// 808080 in black and white: the 14 lowest of each 64 places of Bayer's matrix are white, 21.9 % of the
/// light.
inline Image dithered_grey(int width, int height) {
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int place = 0;
            for (int bit = 0; bit < 3; ++bit) {
                const int across = x >> bit & 1, down = y >> bit & 1;
                place |= (2 * (across ^ down) + down) << (4 - 2 * bit);
            }
            const auto level = std::uint8_t(place < 14 ? 255 : 0);
            image.pixels()[std::size_t(y) * std::size_t(width) + std::size_t(x)] = {level, level, level, 255};
        }
    return image;
}

}
