#include "color/position.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace huedrift {

namespace {

std::int32_t nearest_unit(double coordinate) {
    return static_cast<std::int32_t>(std::floor(coordinate * units_per_one + 0.5));
}

}

Position PositionTable::operator()(Rgb color) const {
    const Oklab lab = oklab_from_linear({linear_[color.r], linear_[color.g], linear_[color.b]});
    return {nearest_unit(lab.l), nearest_unit(lab.a), nearest_unit(lab.b)};
}

Oklab oklab_from_position(const Position& p) {
    return {p.l / double{units_per_one}, p.a / double{units_per_one}, p.b / double{units_per_one}};
}

Rgb color_at(const Position& position, Transfer transfer) {
    return encode(linear_from_oklab(oklab_from_position(position)), transfer);
}

namespace {

std::uint8_t rounded_channel(std::int32_t code) {
    constexpr std::int32_t step = ColorPoint::code_step;
    return static_cast<std::uint8_t>(std::clamp((code + step / 2) / step, 0, 255));
}

/// A channel and its neighbours, ascending.
std::pair<int, int> around(std::uint8_t channel) {
    return {std::max(channel - 1, 0), std::min(channel + 1, 255)};
}

}

Rgb nearest_color(const ColorPoint& mean, const PositionTable& positions) {
    assert(std::ranges::min(mean.code) >= 0);
    assert(std::ranges::max(mean.code) <= 255 * ColorPoint::code_step);
    const auto distance = [&](Rgb color) {
        return squared_distance(color_point(color, positions(color)), mean);
    };
    const bool is_grey = mean.code[0] == mean.code[1] && mean.code[1] == mean.code[2];
    Rgb nearest{rounded_channel(mean.code[0]), rounded_channel(mean.code[1]), rounded_channel(mean.code[2])};
    std::pair least{distance(nearest), nearest.code()};
    for (Rgb from = nearest; least.first != 0; from = nearest) {
        const auto [r_first, r_last] = around(from.r);
        const auto [g_first, g_last] = around(from.g);
        const auto [b_first, b_last] = around(from.b);
        for (int r = r_first; r <= r_last; ++r)
            for (int g = g_first; g <= g_last; ++g)
                for (int b = b_first; b <= b_last; ++b) {
                    if (is_grey && (r != g || g != b)) continue;
                    const Rgb color{std::uint8_t(r), std::uint8_t(g), std::uint8_t(b)};
                    const std::pair found{distance(color), color.code()};
                    if (found >= least) continue;
                    least = found;
                    nearest = color;
                }
        if (nearest == from) break;
    }
    return nearest;
}

}
