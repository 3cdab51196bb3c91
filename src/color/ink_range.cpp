#include "color/ink_range.h"

#include <algorithm>

namespace huedrift {
namespace {

/// How far from the greys of the others an ink is grey, in units: 0.03.
constexpr std::int32_t grey_distance = 503316;

__extension__ using Product = __int128;

/// floor(value * share / whole) for whole > 0, of either sign.
std::int64_t share_of(Product value, std::int64_t share, Product whole) {
    const Product product = value * share;
    return static_cast<std::int64_t>(product / whole - (product % whole < 0));
}

}

InkRange::InkRange(std::span<const Rgb> inks, Transfer transfer) : light_(transfer) {
    inks_.reserve(inks.size());
    for (const Rgb ink : inks) inks_.push_back(light_(ink));
    dark_ = *std::ranges::min_element(inks_, {}, &Light::y);
    bright_ = *std::ranges::max_element(inks_, {}, &Light::y);
    darkest_ = root_of_light(dark_.y);
    lightest_ = root_of_light(bright_.y);
}

Light InkRange::operator()(Rgb color) const {
    const Light own = light_(color);
    const std::int64_t y = shown(own.y);
    const Light grey = grey_at(y);
    Chroma chroma{own.u, own.v};
    for (std::int64_t& coordinate : chroma) // where it becomes darker, as much less
        if (y < own.y) coordinate = share_of(coordinate, y, own.y);
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
    constexpr std::int64_t one = units_per_one;
    const std::int64_t range = lightest_ - darkest_, root = root_of_light(static_cast<std::int32_t>(y));
    const std::int64_t steep = share_of(root * root, 3 * one - 2 * root, one * one);
    const std::int64_t curved = root + share_of(one - range, steep - root, one);
    const std::int64_t lightness = darkest_ + share_of(range, curved, one);
    const auto cube = [](Product edge) { return edge * edge * edge; };
    const Product whole = cube(lightest_) - cube(darkest_);
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
