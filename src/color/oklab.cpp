#include "color/oklab.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace huedrift {

std::string hex_code(Rgb color) {
    char text[8];
    std::snprintf(text, sizeof text, "#%06x", static_cast<unsigned>(color.code()));
    return text;
}

std::optional<Rgb> rgb_from_hex(std::string_view text) {
    if (text.starts_with('#')) text.remove_prefix(1);
    constexpr std::size_t digits = 6;
    if (text.size() != digits || text[0] == '-') return std::nullopt;
    std::uint32_t code = 0;
    const char* const end = text.data() + digits;
    if (std::from_chars(text.data(), end, code, 16) != std::from_chars_result{end, {}}) return std::nullopt;
    return Rgb::from_code(code);
}

namespace {

/// The cube root, almost correctly rounded. The last bit of libm's differs between versions; a Newton step
/// with an exact residual corrects it.
double cube_root(double x) {
    assert(std::isfinite(x));
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
    assert(!std::isnan(linear));
    const double v = std::clamp(linear, 0.0, 1.0);
    const double coded = transfer == Transfer::linear ? v
                         : v <= 0.0031308             ? 12.92 * v
                                                      : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::clamp(std::floor(255.0 * coded + 0.5), 0.0, 255.0));
}

namespace {

constexpr double turn = 2 * std::numbers::pi;

double squared(double x) { return x * x; }
double radians(double degrees) { return degrees * std::numbers::pi / 180; }
/// sqrt(c^7 / (c^7 + 25^7)), near 1 for strong colours.
double strength(double chroma) {
    const double c7 = std::pow(chroma, 7);
    return std::sqrt(c7 / (c7 + 6103515625.0));
}

/// In [0, 2 pi); 0 for a grey.
double hue(double a, double b) {
    if (a == 0 && b == 0) return 0;
    const double h = std::atan2(b, a);
    return h < 0 ? h + turn : h;
}

/// The difference and mean of two hues, the shorter way around the circle.
struct Hues {
    double difference, mean;
};
Hues compared(double first, double second) {
    // With this margin, rounding does not decide the shorter way between opposite hues, which the paper's
    // test data include.
    constexpr double half = turn / 2 + 1e-9;
    const double difference = second - first, sum = first + second;
    if (std::abs(difference) <= half) return {difference, sum / 2};
    return {difference > 0 ? difference - turn : difference + turn,
            sum < turn ? (sum + turn) / 2 : (sum - turn) / 2};
}

}

CieLabTable::CieLabTable() : linear_(decode_table(Transfer::srgb)) {}

CieLab CieLabTable::operator()(Rgb color) const {
    const double r = linear_[color.r], g = linear_[color.g], b = linear_[color.b];
    const auto part = [](double t) {
        constexpr double edge = 6.0 / 29;
        return t > edge * edge * edge ? std::cbrt(t) : t / (3 * edge * edge) + 4.0 / 29;
    };
    const double x = part((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047),
                 y = part(0.2126729 * r + 0.7151522 * g + 0.0721750 * b),
                 z = part((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double ciede2000(const CieLab& x, const CieLab& y) {
    assert(std::isfinite(x.l + x.a + x.b) && std::isfinite(y.l + y.a + y.b));
    const double g = 0.5 * (1 - strength((std::hypot(x.a, x.b) + std::hypot(y.a, y.b)) / 2));
    const double xa = (1 + g) * x.a, ya = (1 + g) * y.a;
    const double xc = std::hypot(xa, x.b), yc = std::hypot(ya, y.b);
    const double l = (x.l + y.l) / 2, c = (xc + yc) / 2;
    Hues hues = compared(hue(xa, x.b), hue(ya, y.b));
    if (xc * yc == 0) hues = {0, hue(xa, x.b) + hue(ya, y.b)};
    const double h = hues.mean;

    const double t = 1 - 0.17 * std::cos(h - radians(30)) + 0.24 * std::cos(2 * h) +
                     0.32 * std::cos(3 * h + radians(6)) - 0.20 * std::cos(4 * h - radians(63));
    const double away = squared(l - 50);
    const double dl = (y.l - x.l) / (1 + 0.015 * away / std::sqrt(20 + away));
    const double dc = (yc - xc) / (1 + 0.045 * c);
    const double dh = 2 * std::sqrt(xc * yc) * std::sin(hues.difference / 2) / (1 + 0.015 * c * t);
    const double blue = radians(30) * std::exp(-squared((h - radians(275)) / radians(25)));
    const double rotation = -2 * strength(c) * std::sin(2 * blue);
    return std::sqrt(squared(dl) + squared(dc) + squared(dh) + rotation * dc * dh);
}

Rgb rgb_from_lab(double l, double a, double b) {
    assert(std::isfinite(l) && std::isfinite(a) && std::isfinite(b));
    const auto inverse = [](double t) { return t > 6.0 / 29 ? t * t * t : (t - 4.0 / 29) * 108 / 841; };
    const double f = (l + 16) / 116;
    const double x = 0.96422 * inverse(f + a / 500), y = inverse(f), z = 0.82521 * inverse(f - b / 200);
    return encode({3.1338561 * x - 1.6168667 * y - 0.4906146 * z,
                   -0.9787684 * x + 1.9161415 * y + 0.0334540 * z,
                   0.0719453 * x - 0.2289914 * y + 1.4052427 * z},
                  Transfer::srgb);
}

}
