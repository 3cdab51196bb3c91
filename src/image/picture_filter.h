#pragma once

#include "base/progress.h"
#include "image/image.h"

#include <array>
#include <cstdint>

namespace huedrift {

/// The largest radius of smooth() in pixels; up to it, sums along one axis fit in 32 bits.
inline constexpr int largest_smooth_radius = 16;

/// The weight of a pixel at each distance from 0 to `radius` along an axis, and 0 beyond: a Gaussian with a
/// standard deviation of (radius + 1) / 3, so that the first omitted weight is about 1 % of the middle one,
/// 256. Throws Error(usage) when `radius` is not in [0, largest_smooth_radius].
std::array<std::uint32_t, largest_smooth_radius + 1> smooth_weights(int radius);

/// The pre-filter of docs/definition.md: each visible pixel becomes the mean of its surroundings, weighted by
/// smooth_weights() in both directions and by alpha. Alpha stays; fully transparent pixels become (0,0,0,0).
/// Throws Error(usage) when `radius` is not in [0, largest_smooth_radius], and Error(cancelled).
Image smooth(const ImageView& image, int radius, const Progress& progress = {});

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

/// Processes all pixels of a picture before its colours are reduced. Every implementation gives the same
/// bytes.
class PictureFilter {
public:
    virtual ~PictureFilter() = default;
    PictureFilter() = default;
    PictureFilter(const PictureFilter&) = delete;
    PictureFilter& operator=(const PictureFilter&) = delete;

    /// See smooth(); throws the same errors.
    virtual Image smoothed(const ImageView& image, int radius) = 0;
    /// See luminance_histogram().
    virtual LuminanceHistogram histogram(const ImageView& image) = 0;
};

/// On the CPU.
class CpuPictureFilter final : public PictureFilter {
public:
    Image smoothed(const ImageView& image, int radius) override { return smooth(image, radius); }
    LuminanceHistogram histogram(const ImageView& image) override { return luminance_histogram(image); }
};

}
