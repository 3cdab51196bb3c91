#include "app/ui/camera.h"

#include "color/position.h"

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

constexpr double notches_per_doubling = 8;

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

double fitting(Extent picture, Extent pane) {
    return std::min(static_cast<double>(pane.width) / picture.width,
                    static_cast<double>(pane.height) / picture.height);
}

void Camera::set_picture(Extent picture) {
    picture_ = picture;
    fit();
}

void Camera::set_pane(Extent pane) {
    if (pane == pane_ || pane.empty()) return;
    pane_ = pane;
    if (fits_) fit();
    keep_visible();
}

void Camera::fit() {
    zoom_ = fitting_zoom();
    center_ = {picture_.width / 2.0, picture_.height / 2.0};
    fits_ = true;
}

void Camera::zoom_to(double zoom, Point at) {
    const Point fixed = picture_at(at);
    zoom_ = std::clamp(zoom, std::min(fitting_zoom(), 1.0) / 4, largest_zoom);
    center_ = fixed + (middle() - at) * (1 / zoom_);
    fits_ = false;
    keep_visible();
}

void Camera::zoom_by(double steps, Point at) {
    const double target = zoom_ * std::exp2(steps / notches_per_doubling);
    if (target <= 1 || zoom_ < 1) {
        // Both ways of stepping stop at 1:1.
        zoom_to((zoom_ < 1) != (target < 1) && zoom_ != 1 ? 1 : target, at);
        return;
    }
    zoom_to(steps > 0 ? std::max(std::ceil(target), std::floor(zoom_) + 1)
                      : std::max(1.0, std::min(std::floor(target), std::ceil(zoom_) - 1)),
            at);
}

void Camera::pan(Point by) {
    center_ = center_ - by * (1 / zoom_);
    fits_ = false;
    keep_visible();
}

// Centres the picture along an axis on which it is smaller than the pane; else keeps half of the pane
// covered.
void Camera::keep_visible() {
    const auto bounded = [&](double center, int picture, int pane) {
        if (picture * zoom_ <= pane) return picture / 2.0;
        return std::clamp(center, 0.0, static_cast<double>(picture));
    };
    center_ = {bounded(center_.x, picture_.width, pane_.width),
               bounded(center_.y, picture_.height, pane_.height)};
}

Point Camera::corner() const {
    const Point corner = middle() - center_ * zoom_;
    return {std::round(corner.x), std::round(corner.y)};
}

Point Camera::picture_at(Point at) const { return (at - corner()) * (1 / zoom_); }

std::array<float, 3> CloudProjection::operator()(const Oklab& lab) const {
    const auto l = static_cast<float>(lab.l - middle.l), a = static_cast<float>(lab.a - middle.a),
               b = static_cast<float>(lab.b - middle.b);
    const float across = a * turn_cos + b * turn_sin, away = b * turn_cos - a * turn_sin;
    const float up = l * tilt_cos + away * tilt_sin, depth = away * tilt_cos - l * tilt_sin;
    if (lies) return {origin[0] + up * unit, origin[1] + across * unit, depth};
    return {origin[0] + across * unit, origin[1] - up * unit, depth};
}

void CloudCamera::open(const ColorSet& colors) {
    const BoundingBox box = bounding_box(colors.positions());
    const Oklab low = oklab_from_position(box.low), high = oklab_from_position(box.high);
    middle_ = {(low.l + high.l) / 2, (low.a + high.a) / 2, (low.b + high.b) / 2};
    constexpr float min_extent = 0.01f; // a picture of one colour has no extent
    tall_ = std::max(static_cast<float>(high.l - low.l) / 2, min_extent);
    wide_ = std::max(static_cast<float>(std::hypot(high.a - low.a, high.b - low.b)) / 2, min_extent);
    first_.turn = widest_turn(colors);
    reset();
}

void CloudCamera::reset() { orbit_ = first_; }

void CloudCamera::rotate(float across, float up) {
    constexpr float per_unit = 0.008f;
    orbit_.turn -= across * per_unit;
    orbit_.tilt = std::clamp(orbit_.tilt + up * per_unit, -1.57f, 1.57f);
}

void CloudCamera::zoom_by(float steps) {
    orbit_.zoom = std::clamp(orbit_.zoom * std::pow(1.15f, steps), 0.5f, 40.0f);
}

CloudProjection CloudCamera::onto(std::array<float, 2> low, std::array<float, 2> high, bool lies) const {
    const std::array<float, 2> half{(high[0] - low[0]) / 2, (high[1] - low[1]) / 2};
    const float across = half[lies ? 1 : 0], up = half[lies ? 0 : 1];
    const float fit = std::min(across / wide_, up / (tall_ + wide_ * std::sin(first_.tilt)));
    return {{low[0] + half[0], low[1] + half[1]},
            middle_,
            orbit_.zoom * 0.86f * fit,
            std::cos(orbit_.turn),
            std::sin(orbit_.turn),
            std::cos(orbit_.tilt),
            std::sin(orbit_.tilt),
            lies};
}

}
