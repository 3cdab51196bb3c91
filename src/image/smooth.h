#pragma once

#include "base/progress.h"
#include "image/image.h"

#include <array>

namespace huedrift {

/// The largest radius of smooth() in pixels; up to it, sums along one axis fit in 32 bits.
inline constexpr int largest_smooth_radius = 16;

/// The weight of a pixel at each distance from 0 to `radius` along an axis, and 0 beyond: a Gaussian with a
/// standard deviation of (radius + 1) / 3, so that the first omitted weight is about 1 % of the middle one,
/// 256. Throws Error(usage) when `radius` is not in [0, largest_smooth_radius].
std::array<std::uint32_t, largest_smooth_radius + 1> smooth_weights(int radius);

/// The pre-filter of docs/smooth.md: each visible pixel becomes the mean of its surroundings, weighted by
/// smooth_weights() in both directions and by alpha. Alpha stays; fully transparent pixels become (0,0,0,0).
/// Throws Error(usage) when `radius` is not in [0, largest_smooth_radius], and Error(cancelled).
Image smooth(const ImageView& image, int radius, const Progress& progress = {});

}
