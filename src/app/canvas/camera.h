#pragma once

#include "app/ui/geometry.h"

namespace huedrift::app {

/// What part of a picture a pane shows, and how large. One camera serves all panes, which are of one size.
class Camera {
public:
    static constexpr double largest_zoom = 64;

    /// Of the picture; shows it whole.
    void set_picture(Extent picture);
    /// Of each pane. A picture that was shown whole stays so.
    void set_pane(Extent pane);

    /// Window pixels per picture pixel.
    double zoom() const { return zoom_; }
    bool fits() const { return fits_; }

    /// Whole and as large as the pane allows; small pictures at the largest whole factor.
    void fit();
    /// One picture pixel is `zoom` window pixels, within what is sensible; `at`, a place in the pane, keeps
    /// showing what it shows.
    void zoom_to(double zoom, Point at);
    /// `steps` notches of a wheel: eight are a doubling below 1:1; above, whole factors come one after the
    /// other.
    void zoom_by(double steps, Point at);
    void pan(Point by);

    /// Where the picture's top left corner is in the pane. At whole factors a whole pixel.
    Point corner() const;
    /// What the pane shows at `at`; may lie outside the picture.
    Point picture_at(Point at) const;
    Point middle() const { return {pane_.width / 2.0, pane_.height / 2.0}; }

private:
    double fitting_zoom() const;
    void keep_in_sight();

    Extent picture_{1, 1}, pane_{1, 1};
    double zoom_ = 1;
    Point center_; ///< what the middle of the pane shows
    bool fits_ = true;
};

}
