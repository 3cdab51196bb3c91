#include "color/cielab.h"

#include "color/oklab.h"

#include <cmath>
#include <numbers>

namespace huedrift {
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
    const auto inverse = [](double t) { return t > 6.0 / 29 ? t * t * t : (t - 4.0 / 29) * 108 / 841; };
    const double f = (l + 16) / 116;
    const double x = 0.96422 * inverse(f + a / 500), y = inverse(f), z = 0.82521 * inverse(f - b / 200);
    return {encode(3.1338561 * x - 1.6168667 * y - 0.4906146 * z, Transfer::srgb),
            encode(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z, Transfer::srgb),
            encode(0.0719453 * x - 0.2289914 * y + 1.4052427 * z, Transfer::srgb)};
}

}
