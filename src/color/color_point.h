#pragma once

#include "color/position.h"
#include "color/rgb.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace huedrift {

/// A colour by six coordinates ("Six coordinates" of docs/definition.md): its place in Oklab, by which it is
/// seen, and its 8-bit code, by which it is stored and by which others measure it.
struct ColorPoint {
    /// Units of a code's step. They make one step of one channel as far as 0.001 in Oklab.
    static constexpr std::int32_t code_step = 1 << 14;

    Position position;
    std::array<std::int32_t, 3> code{}; ///< R, G, B times code_step, 0 to 255 * 2^14

    friend constexpr auto operator<=>(const ColorPoint&, const ColorPoint&) = default;
};

/// The point of an 8-bit colour that lies at `position`.
constexpr ColorPoint color_point(Rgb color, const Position& position) {
    constexpr std::int32_t step = ColorPoint::code_step;
    return {position, {color.r * step, color.g * step, color.b * step}};
}

/// |p - q|^2 of the six coordinates in squared units; at most 3 * 2^50 + 3 * 2^44.
constexpr std::int64_t squared_distance(const ColorPoint& p, const ColorPoint& q) {
    std::int64_t squared = squared_distance(p.position, q.position);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::int64_t apart = std::int64_t{p.code[channel]} - q.code[channel];
        squared += apart * apart;
    }
    return squared;
}

/// A weighted sum of points. At most 2^37 pixels, as in PositionSum.
struct ColorPointSum {
    PositionSum positions{};
    std::array<std::int64_t, 3> codes{}; ///< the sums of weight times R, G and B in units

    constexpr std::int64_t weight() const { return positions.weight; }
    constexpr void add(const ColorPoint& p, std::int64_t w) {
        positions.add(p.position, w);
        for (std::size_t channel = 0; channel < 3; ++channel) codes[channel] += w * p.code[channel];
    }
    constexpr ColorPointSum& operator+=(const ColorPointSum& other) {
        positions += other.positions;
        for (std::size_t channel = 0; channel < 3; ++channel) codes[channel] += other.codes[channel];
        return *this;
    }
    /// The mean, each coordinate rounded half up. Only for a sum that is not empty.
    constexpr ColorPoint mean() const {
        ColorPoint mean{positions.mean()};
        for (std::size_t channel = 0; channel < 3; ++channel)
            mean.code[channel] = static_cast<std::int32_t>(round_half_up(codes[channel], weight()));
        return mean;
    }
};

/// The 8-bit colour near a mean: from the colour of the rounded code on, the nearest to the mean of a colour
/// and its 26 neighbours follows, of several the smallest (R, G, B), until that is the colour itself. Of all
/// 8-bit colours it has the least sum of squared distances from what the mean is of, but for rare local
/// minima; where the mean is one of greys, of all greys.
Rgb nearest_color(const ColorPoint& mean, const PositionTable& positions);

}
