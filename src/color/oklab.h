#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

/// The curve from an 8-bit channel value to the linear value from which Oklab is computed.
enum class Transfer {
    srgb,   ///< IEC 61966-2-1 decoding, on which Oklab is defined
    linear, ///< v / 255 undecoded, as in the published program
};

/// "srgb" or "linear".
constexpr std::string_view name_of(Transfer transfer) {
    return transfer == Transfer::srgb ? "srgb" : "linear";
}

/// The linear value, in [0, 1], of each channel value from 0 to 255.
std::array<double, 256> decode_table(Transfer transfer);

/// The channel value of a linear value: 255 v rounded half up, where v is the encoded value, clamped to
/// 0..255.
std::uint8_t encode(double linear, Transfer transfer);

}
