#pragma once

#include "reduction/color_set.h"

#include <array>

namespace huedrift::app {

/// From Oklab onto the screen: rotated about the vertical axis of lightness, then tilted towards the viewer;
/// orthographic.
struct CloudProjection {
    std::array<float, 2> origin; ///< where `middle` is seen
    Oklab middle;
    float unit; ///< of Oklab, in those of the screen
    float turn_cos, turn_sin, tilt_cos, tilt_sin;

    /// x and y, and the depth, which grows away from the viewer.
    std::array<float, 3> operator()(const Oklab& lab) const;
    std::array<float, 3> operator()(const Position& position) const {
        return (*this)(oklab_from_position(position));
    }
};

/// Where a cloud of colours is seen from.
class CloudCamera {
public:
    /// Shows all these colours at their widest.
    void open(const ColorSet& colors);
    void reset();
    void rotate(float across, float up);
    void zoom_by(float steps);

    /// Onto a rectangle, with a margin for what is written at the ends of the axis.
    CloudProjection onto(std::array<float, 2> low, std::array<float, 2> high) const;

private:
    Oklab middle_{};            ///< of the bounding box of the colours
    float tall_ = 1, wide_ = 1; ///< half the height of the box, and half the diagonal of its base
    float first_turn_ = 0;      ///< the rotation that shows the colours at their widest
    float turn_ = 0, tilt_ = first_tilt, zoom_ = 1;

    static constexpr float first_tilt = 0.25f;
};

}
