#pragma once

#include "image/image.h"

#include <array>

namespace huedrift {

/// The luma of a pixel's encoded values, 0 to 255: Rec. 709's weights in 16-bit fixed point (they add up to
/// 2^16), rounded half up. Ignores alpha.
constexpr std::uint32_t luma(Rgba8 pixel) {
    return (13933u * pixel.r + 46871u * pixel.g + 4732u * pixel.b + 32768u) >> 16;
}

/// The number of pixels with each value of luma, red, green and blue. Fully transparent pixels do not count,
/// so each of the four adds up to the number of visible pixels. Colour tables and linked pictures have up to
/// 2^64 - 1.
struct LuminanceHistogram {
    std::array<std::uint64_t, 256> luma{}, r{}, g{}, b{};

    friend bool operator==(const LuminanceHistogram&, const LuminanceHistogram&) = default;
};

LuminanceHistogram luminance_histogram(const ImageView& image);

}
