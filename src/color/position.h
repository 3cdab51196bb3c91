#pragma once

#include "color/oklab.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace huedrift {

/// Moves bit i of `number` (21 bits) to bit 3 i.
constexpr std::uint64_t spread_bits(std::uint64_t number) {
    assert(number < 1u << 21);
    number = (number | number << 32) & 0x001f00000000ffff;
    number = (number | number << 16) & 0x001f0000ff0000ff;
    number = (number | number << 8) & 0x100f00f00f00f00f;
    number = (number | number << 4) & 0x10c30c30c30c30c3;
    return (number | number << 2) & 0x1249249249249249;
}

/// The index of a cell along the Z-order curve (Morton, 1966), for coordinates below 2^21. Cells with the
/// same leading bits lie in one cube of an octree.
constexpr std::uint64_t morton_code(std::uint32_t l, std::uint32_t a, std::uint32_t b) {
    return spread_bits(l) << 2 | spread_bits(a) << 1 | spread_bits(b);
}

/// Units per 1.0 of Oklab: a position is an Oklab colour rounded to multiples of 2^-24.
inline constexpr std::int32_t units_per_one = 1 << 24;

/// A point of Oklab in units. l is in [0, 2^24], a and b are within +-2^23.
struct Position {
    std::int32_t l = 0, a = 0, b = 0;

    friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

/// The coordinates, indexed by axis.
constexpr std::array<std::int32_t, 3> coordinates(const Position& p) { return {p.l, p.a, p.b}; }

/// |p - q|^2 in squared units; at most 3 * 2^50, so it cannot overflow.
constexpr std::int64_t squared_distance(const Position& p, const Position& q) {
    const std::int64_t l = std::int64_t{p.l} - q.l, a = std::int64_t{p.a} - q.a, b = std::int64_t{p.b} - q.b;
    return l * l + a * a + b * b;
}

/// A hash whose upper bits are better distributed than its lower ones.
constexpr std::uint64_t hash_of(const Position& p) {
    const auto word = [](std::int32_t x) { return std::uint64_t{static_cast<std::uint32_t>(x)}; };
    const std::uint64_t h = (word(p.l) << 32 | word(p.a)) * 0x9e3779b97f4a7c15u;
    return (h ^ h >> 32 ^ word(p.b)) * 0xd6e8feb86659fd93u;
}

/// A position for matching colours to a given palette: a and b count twice ("Mapping to a
/// palette" of docs/definition.md).
constexpr Position stretched(const Position& p) { return {p.l, 2 * p.a, 2 * p.b}; }

/// p(c) of docs/definition.md: the position of a colour, computed in double from tables and rounded to the
/// nearest unit.
class PositionTable {
public:
    explicit PositionTable(Transfer transfer) : linear_(decode_table(transfer)) {}
    Position operator()(Rgb color) const;

private:
    std::array<double, 256> linear_;
};

Oklab oklab_from_position(const Position& position);

/// p^-1: the 8-bit colour at a position; outside the gamut each channel is clamped.
Rgb color_at(const Position& position, Transfer transfer);

/// floor((2 sum + weight) / (2 weight)): sum / weight rounded half up, for sums of either sign. weight > 0,
/// 2 |sum| + weight < 2^63.
constexpr std::int64_t round_half_up(std::int64_t sum, std::int64_t weight) {
    assert(weight > 0);
    assert((sum < 0 ? -sum : sum) <= (std::numeric_limits<std::int64_t>::max() - weight) / 2);
    const std::int64_t numerator = 2 * sum + weight, denominator = 2 * weight;
    return numerator / denominator - (numerator % denominator < 0);
}

/// A weighted sum of positions. At most 2^37 pixels times 2^24 units stay far below 2^63.
struct PositionSum {
    std::int64_t weight = 0;
    std::array<std::int64_t, 3> moment{}; ///< the sums of weight times l, a and b

    constexpr void add(const Position& p, std::int64_t w) { *this += {w, {w * p.l, w * p.a, w * p.b}}; }
    constexpr PositionSum& operator+=(const PositionSum& other) {
        weight += other.weight;
        for (std::size_t axis = 0; axis < 3; ++axis) moment[axis] += other.moment[axis];
        return *this;
    }
    /// The mean, each coordinate rounded half up; `otherwise` for an empty sum.
    constexpr Position mean_or(const Position& otherwise) const { return weight == 0 ? otherwise : mean(); }
    /// The mean, each coordinate rounded half up. Only for a sum that is not empty.
    constexpr Position mean() const {
        assert(weight > 0);
        const auto coordinate = [&](std::size_t axis) {
            return static_cast<std::int32_t>(round_half_up(moment[axis], weight));
        };
        return {coordinate(0), coordinate(1), coordinate(2)};
    }
};

/// h(q) of docs/definition.md: the sum of w (R2 - |q - x|^2) over the points x within r of q. At most 2^87.
__extension__ using Height = unsigned __int128;

/// A weighted sum of positions with their second moment.
struct MomentSum : PositionSum {
    Height second = 0; ///< the sum of weight times |x|^2

    constexpr void add(const Position& p, std::int64_t w) {
        PositionSum::add(p, w);
        second += Height(squared_distance(p, {})) * Height(w);
    }
    constexpr MomentSum& operator+=(const MomentSum& other) {
        PositionSum::operator+=(other);
        second += other.second;
        return *this;
    }
    /// h(q), if this is the sum of the points within the radius of q, by |q - x|^2 = |q|^2 - 2 q.x + |x|^2.
    constexpr Height height_at(const Position& q, std::int64_t squared_radius) const {
        assert(squared_radius >= 0);
        __extension__ using Wide = __int128;
        const Wide beyond = Wide(squared_radius) - squared_distance(q, {});
        const Wide product = Wide(q.l) * moment[0] + Wide(q.a) * moment[1] + Wide(q.b) * moment[2];
        return Height(beyond * weight + 2 * product) - second;
    }
};

/// The smallest axis-aligned box around some positions, corners included. An empty box has `low` above
/// `high`; the first position added becomes both.
struct BoundingBox {
    Position low{max, max, max}, high{min, min, min};

    constexpr void add(const Position& p) {
        low = {std::min(low.l, p.l), std::min(low.a, p.a), std::min(low.b, p.b)};
        high = {std::max(high.l, p.l), std::max(high.a, p.a), std::max(high.b, p.b)};
    }
    /// Grows to the box around both.
    constexpr void join(const BoundingBox& other) {
        low = {std::min(low.l, other.low.l), std::min(low.a, other.low.a), std::min(low.b, other.low.b)};
        high = {std::max(high.l, other.high.l), std::max(high.a, other.high.a),
                std::max(high.b, other.high.b)};
    }
    constexpr bool empty() const { return low.l > high.l; }
    /// The lengths along l, a and b in units. Only for a box that is not empty.
    constexpr std::array<std::int64_t, 3> sides() const {
        assert(!empty() && low.a <= high.a && low.b <= high.b);
        return {std::int64_t{high.l} - low.l, std::int64_t{high.a} - low.a, std::int64_t{high.b} - low.b};
    }
    /// The axis of the longest side, the first of several: 0 for l, 1 for a, 2 for b.
    constexpr std::size_t longest_axis() const {
        const auto lengths = sides();
        return static_cast<std::size_t>(std::ranges::max_element(lengths) - lengths.begin());
    }
    constexpr std::int64_t longest_side() const { return sides()[longest_axis()]; }
    /// From a position to the nearest point of the box, and to the farthest: squared. Not for an empty box.
    constexpr std::int64_t squared_distance_to(const Position& p) const {
        assert(!empty());
        const auto apart = [](std::int64_t at, std::int64_t first, std::int64_t last) {
            return std::max({first - at, at - last, std::int64_t{0}});
        };
        return squared_length(apart(p.l, low.l, high.l), apart(p.a, low.a, high.a),
                              apart(p.b, low.b, high.b));
    }
    constexpr std::int64_t squared_reach_from(const Position& p) const {
        assert(!empty());
        const auto apart = [](std::int64_t at, std::int64_t first, std::int64_t last) {
            return std::max(at - first, last - at);
        };
        return squared_length(apart(p.l, low.l, high.l), apart(p.a, low.a, high.a),
                              apart(p.b, low.b, high.b));
    }
    /// The middle, each coordinate rounded down. Only for a box that is not empty.
    constexpr Position middle() const {
        assert(!empty());
        const auto between = [](std::int32_t first, std::int64_t last) {
            return static_cast<std::int32_t>(first + (last - first) / 2);
        };
        return {between(low.l, high.l), between(low.a, high.a), between(low.b, high.b)};
    }

private:
    static constexpr std::int64_t squared_length(std::int64_t l, std::int64_t a, std::int64_t b) {
        return l * l + a * a + b * b;
    }
    static constexpr std::int32_t max = std::numeric_limits<std::int32_t>::max();
    static constexpr std::int32_t min = std::numeric_limits<std::int32_t>::min();
};

/// The box of some positions; without positions, a box that holds only the origin.
inline BoundingBox bounding_box(std::span<const Position> positions) {
    if (positions.empty()) return {Position{}, Position{}};
    BoundingBox box;
    for (const Position& p : positions) box.add(p);
    return box;
}

/// A colour by six coordinates ("Six coordinates" of docs/definition.md): its place in Oklab, by which it is
/// seen, and its 8-bit code, by which it is stored and by which others measure it. With its alpha it has a
/// seventh ("Alpha levels"), and the six are less a ground, times the alpha.
struct ColorPoint {
    /// Units of a code's step. They make one step of one channel as far as 0.001 in Oklab.
    static constexpr std::int32_t code_step = 1 << 14;
    /// The greatest alpha: 0.437. The squared distance of two colours with alpha is then about the mean of
    /// those that they have over white, middle grey and black.
    static constexpr std::int32_t opaque_alpha = 7'331'525;

    Position position;
    std::array<std::int32_t, 3> code{}; ///< R, G, B times code_step, 0 to 255 * 2^14
    std::int32_t alpha = 0;             ///< 0 to opaque_alpha; of colours without alpha always 0

    friend constexpr auto operator<=>(const ColorPoint&, const ColorPoint&) = default;
};

/// The point of an 8-bit colour that lies at `position`.
constexpr ColorPoint color_point(Rgb color, const Position& position) {
    constexpr std::int32_t step = ColorPoint::code_step;
    return {position, {color.r * step, color.g * step, color.b * step}};
}

/// |p - q|^2 of all coordinates in squared units; at most 3 * 2^50 + 3 * 2^44 + 2^46.
constexpr std::int64_t squared_distance(const ColorPoint& p, const ColorPoint& q) {
    const std::int64_t alpha = std::int64_t{p.alpha} - q.alpha;
    std::int64_t squared = squared_distance(p.position, q.position) + alpha * alpha;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::int64_t apart = std::int64_t{p.code[channel]} - q.code[channel];
        squared += apart * apart;
    }
    return squared;
}

/// What alpha makes of a colour, by the last coordinate of its point. Colours without alpha are all alike.
enum class Opacity { clear, soft, opaque };
constexpr Opacity opacity_of(const ColorPoint& point) {
    if (point.alpha == 0) return Opacity::clear;
    return point.alpha == ColorPoint::opaque_alpha ? Opacity::opaque : Opacity::soft;
}

/// A weighted sum of points. At most 2^37 pixels, as in PositionSum.
struct ColorPointSum {
    PositionSum positions{};
    std::array<std::int64_t, 3> codes{}; ///< the sums of weight times R, G and B in units
    std::int64_t alphas = 0;             ///< the sum of weight times alpha

    constexpr std::int64_t weight() const { return positions.weight; }
    constexpr void add(const ColorPoint& p, std::int64_t w) {
        positions.add(p.position, w);
        for (std::size_t channel = 0; channel < 3; ++channel) codes[channel] += w * p.code[channel];
        alphas += w * p.alpha;
    }
    constexpr ColorPointSum& operator+=(const ColorPointSum& other) {
        positions += other.positions;
        for (std::size_t channel = 0; channel < 3; ++channel) codes[channel] += other.codes[channel];
        alphas += other.alphas;
        return *this;
    }
    /// The mean, each coordinate rounded half up. Only for a sum that is not empty.
    constexpr ColorPoint mean() const {
        ColorPoint mean{positions.mean()};
        for (std::size_t channel = 0; channel < 3; ++channel)
            mean.code[channel] = static_cast<std::int32_t>(round_half_up(codes[channel], weight()));
        mean.alpha = static_cast<std::int32_t>(round_half_up(alphas, weight()));
        return mean;
    }
};

/// The 8-bit colour near a mean: from the colour of the rounded code on, the nearest to the mean of a colour
/// and its 26 neighbours follows, of several the smallest (R, G, B), until that is the colour itself. Of all
/// 8-bit colours it has the least sum of squared distances from the colours of the mean, but for rare local
/// minima; for a mean of greys, of all greys.
Rgb nearest_color(const ColorPoint& mean, const PositionTable& positions);

}
