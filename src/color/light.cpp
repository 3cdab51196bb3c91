#include "color/light.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace huedrift {
namespace {

constexpr int cone_bits = 16;
/// The coefficients of "Position" of docs/definition.md are multiples of 1 / decimals.
constexpr std::int64_t decimals = 10'000'000'000;

/// The shares of red, green and blue in luminance, in parts of 2^16.
constexpr std::int64_t red_share = 13933, green_share = 46871, blue_share = 4732;
static_assert(red_share + green_share + blue_share == 1 << 16);

/// value / divisor, rounded half up, for value >= -least * divisor. No branch depends on the sign.
template <std::int64_t divisor, std::int64_t least>
constexpr std::int64_t rounded(std::int64_t value) {
    assert(value >= -least * divisor);
    const std::int64_t positive = value + divisor / 2 + least * divisor;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(positive) / divisor) - least;
}

}

/// y with (2 y - 1)^3 <= 2^51 light < (2 y + 1)^3.
std::int32_t root_of_light(std::int32_t light) {
    assert(light >= 0 && light <= units_per_one);
    __extension__ using Wide = __int128;
    const Wide cube = Wide(light) << (2 * 24 + 3);
    const auto above = [](std::int64_t y) { return Wide(2 * y + 1) * (2 * y + 1) * (2 * y + 1); };
    auto y = static_cast<std::int64_t>(std::cbrt(double(light) / units_per_one) * units_per_one);
    while (above(y) <= cube) ++y;
    while (y > 0 && above(y - 1) > cube) --y;
    return static_cast<std::int32_t>(y);
}

LightTable::LightTable(Transfer transfer) {
    const std::array<double, 256> linear = decode_table(transfer);
    for (std::size_t i = 0; i < units_.size(); ++i)
        units_[i] = static_cast<std::int32_t>(std::floor(linear[i] * units_per_one + 0.5));
}

Light LightTable::operator()(Rgb color) const {
    const std::int64_t red = units_[color.r], green = units_[color.g], blue = units_[color.b];
    const auto y =
        static_cast<std::int32_t>((red_share * red + green_share * green + blue_share * blue) >> 16);
    return {y, units_[color.r] - y, units_[color.b] - y};
}

LightPositions::LightPositions() : roots_((1 << cone_bits) + 1) {
    for (std::size_t i = 0; i < roots_.size(); ++i)
        roots_[i] = root_of_light(static_cast<std::int32_t>(i << (24 - cone_bits)));
}

Position LightPositions::operator()(const Light& light) const {
    assert(std::abs(std::int64_t{light.y}) <= 1 << 25);
    assert(std::abs(std::int64_t{light.u}) <= 1 << 27 && std::abs(std::int64_t{light.v}) <= 1 << 27);
    const auto shown = [&](std::int64_t less_y) {
        return std::clamp(light.y + less_y, std::int64_t{0}, std::int64_t{units_per_one});
    };
    const std::int64_t red = shown(light.u), blue = shown(light.v),
                       green =
                           shown(-rounded<green_share, 1 << 26>(red_share * light.u + blue_share * light.v));
    constexpr std::int64_t cone = decimals << (24 - cone_bits);
    const auto root = [&](std::int64_t of_red, std::int64_t of_green, std::int64_t of_blue) -> std::int64_t {
        const std::int64_t sum = of_red * red + of_green * green + of_blue * blue;
        return roots_[static_cast<std::size_t>(rounded<cone, 0>(sum))];
    };
    const std::int64_t l = root(4122214708, 5363325363, 514459929),
                       m = root(2119034982, 6806995451, 1073969566),
                       s = root(883024619, 2817188376, 6299787005);
    const auto mixed = [&](std::int64_t of_l, std::int64_t of_m, std::int64_t of_s) {
        return static_cast<std::int32_t>(rounded<decimals, 1 << 26>(of_l * l + of_m * m + of_s * s));
    };
    return {mixed(2104542553, 7936177850, -40720468), mixed(19779984951, -24285922050, 4505937099),
            mixed(259040371, 7827717662, -8086757660)};
}

namespace {

/// How far from the greys of the others an ink is grey, in units: 0.03.
constexpr std::int32_t grey_distance = 503316;

__extension__ using Product = __int128;

/// floor(value * share / whole) for whole > 0, of either sign.
std::int64_t share_of(Product value, std::int64_t share, Product whole) {
    assert(whole > 0);
    const Product product = value * share;
    return static_cast<std::int64_t>(product / whole - (product % whole < 0));
}

}

InkRange::InkRange(std::span<const Rgb> inks, Transfer transfer) : light_(transfer) {
    assert(!inks.empty());
    inks_.reserve(inks.size());
    for (const Rgb ink : inks) inks_.push_back(light_(ink));
    dark_ = *std::ranges::min_element(inks_, {}, &Light::y);
    bright_ = *std::ranges::max_element(inks_, {}, &Light::y);
    darkest_ = root_of_light(dark_.y);
    lightest_ = root_of_light(bright_.y);
}

Light InkRange::operator()(Rgb color) const {
    const Light source = light_(color);
    const std::int64_t y = shown(source.y);
    const Light grey = grey_at(y);
    Chroma chroma{source.u, source.v};
    for (std::int64_t& coordinate : chroma) // where it becomes darker, as much less
        if (y < source.y) coordinate = share_of(coordinate, y, source.y);
    const std::int64_t square = chroma[0] * chroma[0] + chroma[1] * chroma[1];
    if (square != 0) {
        const std::int64_t beyond_grey = reach(y, chroma) - grey.u * chroma[0] - grey.v * chroma[1];
        const std::int64_t kept = std::clamp(beyond_grey, std::int64_t{0}, square);
        for (std::int64_t& coordinate : chroma) coordinate = share_of(coordinate, kept, square);
    }
    return {grey.y, static_cast<std::int32_t>(grey.u + chroma[0]),
            static_cast<std::int32_t>(grey.v + chroma[1])};
}

/// The narrower the range, the more contrast the ends leave to the middle.
std::int64_t InkRange::shown(std::int64_t y) const {
    assert(y >= 0 && y <= units_per_one);
    constexpr std::int64_t one = units_per_one;
    const std::int64_t range = lightest_ - darkest_, root = root_of_light(static_cast<std::int32_t>(y));
    const std::int64_t steep = share_of(root * root, 3 * one - 2 * root, one * one);
    const std::int64_t curved = root + share_of(one - range, steep - root, one);
    const std::int64_t lightness = darkest_ + share_of(range, curved, one);
    const auto cube = [](Product edge) { return edge * edge * edge; };
    const Product whole = cube(lightest_) - cube(darkest_);
    assert(whole >= 0 && lightness >= darkest_ && lightness <= lightest_);
    if (whole == 0) return dark_.y;
    return dark_.y + share_of(cube(lightness) - cube(darkest_), bright_.y - dark_.y, whole);
}

bool InkRange::is_grey(Rgb ink) const {
    const Light light = light_(ink);
    return squared_distance(positions_(light), positions_(grey_at(light.y))) <=
           std::int64_t{grey_distance} * grey_distance;
}

Light InkRange::grey_at(std::int64_t y) const {
    const std::int64_t whole = bright_.y - dark_.y, share = y - dark_.y;
    const auto between = [&](std::int32_t dark, std::int32_t bright) {
        return static_cast<std::int32_t>(whole == 0 ? dark : dark + share_of(bright - dark, share, whole));
    };
    return {static_cast<std::int32_t>(y), between(dark_.u, bright_.u), between(dark_.v, bright_.v)};
}

/// Two inks mix the best at any luminance. From the darkest and the lightest one on, the ink that lies
/// highest above the line of both takes the place of the one on its side, until none lies above it.
std::int64_t InkRange::reach(std::int64_t y, const Chroma& chroma) const {
    const auto product = [&](const Light& ink) { return ink.u * chroma[0] + ink.v * chroma[1]; };
    const auto above = [&](const Light& low, const Light& high, const Light& ink) {
        return Product(product(ink) - product(low)) * (high.y - low.y) -
               Product(product(high) - product(low)) * (ink.y - low.y);
    };
    if (dark_.y == bright_.y) return product(*std::ranges::max_element(inks_, {}, product));
    Light low = dark_, high = bright_;
    while (true) {
        const Light best =
            *std::ranges::max_element(inks_, {}, [&](const Light& ink) { return above(low, high, ink); });
        if (above(low, high, best) <= 0) break;
        (best.y <= y ? low : high) = best;
    }
    if (low.y == high.y) return std::max(product(low), product(high));
    return product(low) + share_of(product(high) - product(low), y - low.y, high.y - low.y);
}

}
