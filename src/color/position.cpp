#include "color/position.h"

#include <cmath>

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
    const LinearRgb linear = linear_from_oklab(oklab_from_position(position));
    return {encode(linear.r, transfer), encode(linear.g, transfer), encode(linear.b, transfer)};
}

}
