#include "decode/gamma_chunks.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace huedrift {
namespace {

/// Whether the primaries span a triangle around the white, in which every colour is a sum of light. Numbers
/// are x and y of white, red, green and blue, in units of 1/100000.
bool span_colors(const PngColors& colors) {
    struct Point {
        std::int64_t x, y;
    };
    const auto point = [&](std::size_t i) {
        return Point{colors.primaries[2 * i], colors.primaries[2 * i + 1]};
    };
    const Point white = point(0), red = point(1), green = point(2), blue = point(3);
    constexpr std::int64_t one = PngColors::one, thin = one * one / 1000;
    for (const Point p : {white, red, green, blue})
        if (p.x > one || p.y == 0 || p.y > one || p.x + p.y > one + 10) return false; // rounding
    const auto twice_the_area = [](Point a, Point b, Point c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    const std::int64_t area = twice_the_area(red, green, blue), sign = area < 0 ? -1 : 1;
    const auto is_inside = [&](Point a, Point b) { return sign * twice_the_area(a, b, white) > thin; };
    return sign * area > thin && is_inside(red, green) && is_inside(green, blue) && is_inside(blue, red);
}

bool are_srgb_primaries(const PngColors& colors) {
    constexpr std::array srgb{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
    constexpr std::int64_t rounding = 100; // of programs that derive them
    return std::ranges::equal(colors.primaries, srgb, [](std::int64_t number, std::int64_t of_srgb) {
        return std::abs(number - of_srgb) <= rounding;
    });
}

}

bool has_gamma_chunks(const PngColors& colors) {
    return colors.has(PngColors::gamma_chunk) || colors.has(PngColors::primaries_chunk);
}

bool say_srgb(const PngColors& colors) {
    if (colors.has(PngColors::srgb_chunk)) return true;
    constexpr std::uint32_t least = 45450, most = 45460; // 45455, as written and rounded by others
    const bool gamma = colors.has(PngColors::gamma_chunk) && least <= colors.gamma && colors.gamma <= most;
    return gamma && (!colors.has(PngColors::primaries_chunk) || are_srgb_primaries(colors));
}

std::string fault_of_gamma(const PngColors& colors) {
    constexpr std::uint32_t least = PngColors::one / 10, most = PngColors::one * 10;
    if (colors.has(PngColors::gamma_chunk) && (colors.gamma < least || colors.gamma > most))
        return colors.gamma == 0 ? "the gamma is 0" : "the gamma is not between 0.1 and 10";
    if (colors.has(PngColors::primaries_chunk) && !span_colors(colors))
        return "the primaries are not those of a colour space";
    return "";
}

std::string gamma_name(const PngColors& colors) {
    const bool primaries = colors.has(PngColors::primaries_chunk);
    if (!colors.has(PngColors::gamma_chunk)) return "primaries (cHRM)";
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%.4g", double(PngColors::one) / std::max(colors.gamma, 1u));
    return std::string("gamma ") + number.data() + (primaries ? " and primaries (gAMA, cHRM)" : " (gAMA)");
}

}
