#include "app/canvas/camera.h"

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

constexpr double notches_per_doubling = 8;

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

double Camera::fitting_zoom() const {
    const double zoom = std::min(static_cast<double>(pane_.width) / picture_.width,
                                 static_cast<double>(pane_.height) / picture_.height);
    return zoom >= 1 ? std::min(std::floor(zoom), largest_zoom) : zoom;
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

// Along an axis where the picture is smaller than the pane, it is centred; else it covers at least half the
// pane.
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

}
