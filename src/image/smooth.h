#pragma once

#include "image/image.h"

#include <array>

namespace huedrift {

/// The largest radius of smooth() in pixels; it keeps sums along one axis within 32 bits.
inline constexpr int largest_smooth_radius = 16;

/// The weight of a pixel at each distance from 0 to `radius` along an axis, 0 beyond: a Gaussian whose
/// standard deviation is a third of (radius + 1), so that the first weight left out is about 1 % of the
/// middle one's 256. Throws Error(usage) when `radius` is not in [0, largest_smooth_radius].
std::array<std::uint32_t, largest_smooth_radius + 1> smooth_weights(int radius);

/// The pre-filter of docs/smooth.md: each visible pixel becomes the mean of its surroundings, weighted by
/// smooth_weights() in both directions and by alpha. Alpha stays; fully transparent pixels become (0,0,0,0).
/// Throws Error(usage) when `radius` is not in [0, largest_smooth_radius].
Image smooth(const ImageView& image, int radius);

}
