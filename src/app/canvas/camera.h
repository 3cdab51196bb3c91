#pragma once

#include "app/ui/geometry.h"

namespace huedrift::app {

/// Which part of a picture a pane shows, and how large. One camera serves all panes, which have the same
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

    /// Shows the whole picture as large as the pane allows; small pictures at the largest integer factor.
    void fit();
    /// Sets the zoom, within limits, keeping the point of the picture that is at `at` of the pane.
    void zoom_to(double zoom, Point at);
    /// `steps` notches of a wheel: below 1:1 eight of them double the zoom; above, it steps through integer
    /// factors.
    void zoom_by(double steps, Point at);
    void pan(Point by);

    /// The picture's top left corner in the pane; on whole pixels at integer factors.
    Point corner() const;
    /// The point of the picture at `at`; may lie outside it.
    Point picture_at(Point at) const;
    Point middle() const { return {pane_.width / 2.0, pane_.height / 2.0}; }

private:
    double fitting_zoom() const;
    void keep_visible();

    Extent picture_{1, 1}, pane_{1, 1};
    double zoom_ = 1;
    Point center_; ///< the picture's point in the middle of the pane
    bool fits_ = true;
};

}
