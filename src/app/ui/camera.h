#pragma once

#include "reduction/color_set.h"

#include <algorithm>
#include <array>

namespace huedrift::app {

struct Extent {
    int width = 0, height = 0;

    bool empty() const { return width <= 0 || height <= 0; }
    friend bool operator==(const Extent&, const Extent&) = default;
};

/// The zoom at which a picture just fits into a pane.
double fitting(Extent picture, Extent pane);

/// A point of a picture (pixels from its top left corner) or of a pane (window pixels, likewise).
struct Point {
    double x = 0, y = 0;

    friend Point operator+(Point p, Point q) { return {p.x + q.x, p.y + q.y}; }
    friend Point operator-(Point p, Point q) { return {p.x - q.x, p.y - q.y}; }
    friend Point operator*(Point p, double factor) { return {p.x * factor, p.y * factor}; }
    friend bool operator==(const Point&, const Point&) = default;
};

/// A rectangle of the window, pixels.
struct Area {
    int x = 0, y = 0;
    Extent extent;

    friend bool operator==(const Area&, const Area&) = default;
};

/// A rectangle of the window in Dear ImGui's units: x, y, width, height.
using Box = std::array<float, 4>;

/// The part of a picture that a pane shows, and its zoom. One camera serves all panes, which have the same
/// size.
class Camera {
public:
    static constexpr double largest_zoom = 64;

    /// Sets the picture's size and shows it whole.
    void set_picture(Extent picture);
    /// Sets the size of each pane. A picture that was shown whole stays whole.
    void set_pane(Extent pane);

    /// Window pixels per picture pixel.
    double zoom() const { return zoom_; }
    bool fits() const { return fits_; }

    /// Shows the whole picture as large as the pane allows.
    void fit();
    /// Sets the zoom within limits and keeps the point of the picture at `at` in the pane.
    void zoom_to(double zoom, Point at);
    /// Zooms by `steps` notches of the wheel. Below 1:1, eight notches double the zoom; above, notches step
    /// through integer factors.
    void zoom_by(double steps, Point at);
    void pan(Point by);

    /// The position of the picture's top left corner in the pane; whole pixels at integer factors.
    Point corner() const;
    /// The point of the picture at `at`; may lie outside the picture.
    Point picture_at(Point at) const;
    Point middle() const { return {pane_.width / 2.0, pane_.height / 2.0}; }

private:
    double fitting_zoom() const { return std::min(fitting(picture_, pane_), largest_zoom); }
    void keep_visible();

    Extent picture_{1, 1}, pane_{1, 1};
    double zoom_ = 1;
    Point center_; ///< the picture's point in the middle of the pane
    bool fits_ = true;
};

/// The orthographic projection from Oklab to the screen: rotates about the vertical axis of lightness, then
/// tilts towards the viewer.
struct CloudProjection {
    std::array<float, 2> origin; ///< the position of `middle` on the screen
    Oklab middle;
    float unit; ///< the length of Oklab's unit on the screen
    float turn_cos, turn_sin, tilt_cos, tilt_sin;
    bool lies = false; ///< lightness grows to the right instead of up

    /// x, y and the depth, which grows away from the viewer.
    std::array<float, 3> operator()(const Oklab& lab) const;
    std::array<float, 3> operator()(const Position& position) const {
        return (*this)(oklab_from_position(position));
    }
};

/// The viewpoint for a cloud of colours.
class CloudCamera {
public:
    /// Radians from the a axis and above the horizon, and the factor to the size that shows all colours.
    struct Orbit {
        float turn = 0, tilt = 0.25f, zoom = 1;
        friend bool operator==(const Orbit&, const Orbit&) = default;
    };

    /// Shows all colours at their widest.
    void open(const ColorSet& colors);
    void reset();
    void rotate(float across, float up);
    void zoom_by(float steps);
    const Orbit& orbit() const { return orbit_; }

    /// The projection onto a rectangle, with a margin for the labels of the axis. A lying cloud is larger in
    /// a low rectangle.
    CloudProjection onto(std::array<float, 2> low, std::array<float, 2> high, bool lies = false) const;

private:
    Oklab middle_{};            ///< of the bounding box of the colours
    float tall_ = 1, wide_ = 1; ///< half the height of the box, and half the diagonal of its base
    Orbit first_{};             ///< shows the colours at their widest
    Orbit orbit_{};
};

}
