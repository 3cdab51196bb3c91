#include "app/ui/cloud_camera.h"

#include "color/bounding_box.h"

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

/// The rotation that shows the colours at their widest: along the direction of greatest variance in a and b.
float widest_turn(const ColorSet& colors) {
    double a = 0, b = 0, aa = 0, ab = 0, bb = 0;
    for (const Position& position : colors.positions()) {
        const Oklab lab = oklab_from_position(position);
        a += lab.a;
        b += lab.b;
        aa += lab.a * lab.a;
        ab += lab.a * lab.b;
        bb += lab.b * lab.b;
    }
    const double n = double(std::max<std::size_t>(colors.size(), 1));
    return static_cast<float>(std::atan2(2 * (ab - a * b / n), (aa - a * a / n) - (bb - b * b / n)) / 2);
}

}

std::array<float, 3> CloudProjection::operator()(const Oklab& lab) const {
    const auto l = static_cast<float>(lab.l - middle.l), a = static_cast<float>(lab.a - middle.a),
               b = static_cast<float>(lab.b - middle.b);
    const float across = a * turn_cos + b * turn_sin, away = b * turn_cos - a * turn_sin;
    return {origin[0] + across * unit, origin[1] - (l * tilt_cos + away * tilt_sin) * unit,
            away * tilt_cos - l * tilt_sin};
}

void CloudCamera::open(const ColorSet& colors) {
    const BoundingBox box = bounding_box(colors.positions());
    const Oklab low = oklab_from_position(box.low), high = oklab_from_position(box.high);
    middle_ = {(low.l + high.l) / 2, (low.a + high.a) / 2, (low.b + high.b) / 2};
    constexpr float min_extent = 0.01f; // a picture of one colour has no extent
    tall_ = std::max(static_cast<float>(high.l - low.l) / 2, min_extent);
    wide_ = std::max(static_cast<float>(std::hypot(high.a - low.a, high.b - low.b)) / 2, min_extent);
    first_turn_ = widest_turn(colors);
    reset();
}

void CloudCamera::reset() {
    turn_ = first_turn_;
    tilt_ = first_tilt;
    zoom_ = 1;
}

void CloudCamera::rotate(float across, float up) {
    constexpr float per_unit = 0.008f;
    turn_ -= across * per_unit;
    tilt_ = std::clamp(tilt_ + up * per_unit, -1.57f, 1.57f);
}

void CloudCamera::zoom_by(float steps) { zoom_ = std::clamp(zoom_ * std::pow(1.15f, steps), 0.5f, 40.0f); }

CloudProjection CloudCamera::onto(std::array<float, 2> low, std::array<float, 2> high) const {
    const float across = (high[0] - low[0]) / 2, up = (high[1] - low[1]) / 2;
    const float fit = std::min(across / wide_, up / (tall_ + wide_ * std::sin(first_tilt)));
    return {{low[0] + across, low[1] + up},
            middle_,
            zoom_ * 0.86f * fit,
            std::cos(turn_),
            std::sin(turn_),
            std::cos(tilt_),
            std::sin(tilt_)};
}

}
