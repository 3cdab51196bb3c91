#include "color/oklab.h"

#include <algorithm>
#include <cmath>

namespace huedrift {

namespace {

/// The cube root, almost correctly rounded. The last bit of libm's differs between versions; a Newton step
/// with an exact residual corrects it.
double cube_root(double x) {
    if (x == 0.0) return 0.0;
    const double y = std::cbrt(x);
    const double square = y * y;
    const double square_rest = std::fma(y, y, -square);
    const double cube = square * y;
    const double cube_rest = std::fma(square, y, -cube) + square_rest * y;
    return y - ((cube - x) + cube_rest) / (3.0 * square);
}

}

Oklab oklab_from_linear(const LinearRgb& c) {
    const double l = cube_root(0.4122214708 * c.r + 0.5363325363 * c.g + 0.0514459929 * c.b);
    const double m = cube_root(0.2119034982 * c.r + 0.6806995451 * c.g + 0.1073969566 * c.b);
    const double s = cube_root(0.0883024619 * c.r + 0.2817188376 * c.g + 0.6299787005 * c.b);
    return {
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    };
}

LinearRgb linear_from_oklab(const Oklab& c) {
    const double l = c.l + 0.3963377774 * c.a + 0.2158037573 * c.b;
    const double m = c.l - 0.1055613458 * c.a - 0.0638541728 * c.b;
    const double s = c.l - 0.0894841775 * c.a - 1.2914855480 * c.b;
    const double l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
    return {
        +4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
        -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
        -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3,
    };
}

namespace {

std::array<double, 256> decoded_values(Transfer transfer) {
    std::array<double, 256> table{};
    for (int v = 0; v < 256; ++v) {
        // In long double, then rounded once: gives the same doubles whatever the last bit of libm's pow.
        const long double x = v / 255.0L;
        const long double decoded = transfer == Transfer::linear ? x
                                    : x <= 0.04045L              ? x / 12.92L
                                                                 : std::pow((x + 0.055L) / 1.055L, 2.4L);
        table[static_cast<std::size_t>(v)] = static_cast<double>(decoded);
    }
    return table;
}

}

std::array<double, 256> decode_table(Transfer transfer) {
    static const std::array<double, 256> srgb = decoded_values(Transfer::srgb),
                                         linear = decoded_values(Transfer::linear);
    return transfer == Transfer::srgb ? srgb : linear;
}

std::uint8_t encode(double linear, Transfer transfer) {
    const double v = std::clamp(linear, 0.0, 1.0);
    const double coded = transfer == Transfer::linear ? v
                         : v <= 0.0031308             ? 12.92 * v
                                                      : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::clamp(std::floor(255.0 * coded + 0.5), 0.0, 255.0));
}

}
