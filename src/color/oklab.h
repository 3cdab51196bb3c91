#pragma once

namespace huedrift {

/// Linear light, each channel nominally in [0, 1].
struct LinearRgb {
    double r, g, b;
};

/// Oklab: lightness l in [0, 1], a (green to red) and b (blue to yellow) in about [-0.32, 0.28].
struct Oklab {
    double l, a, b;
};

/// Björn Ottosson, "A perceptual color space for image processing" (2020), matrices of 2021-01-25.
/// Each sum is taken from left to right without fused operations, so the result is the same everywhere.
Oklab oklab_from_linear(const LinearRgb& color);
LinearRgb linear_from_oklab(const Oklab& color);

}
