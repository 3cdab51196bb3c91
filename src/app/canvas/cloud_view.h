#pragma once

#include "app/render/cloud_renderer.h"
#include "app/ui/camera.h"
#include "app/ui/view_state.h"
#include "app/ui/widgets.h"

namespace huedrift::app {

// Drawings over a cloud of colours.

/// Draws the axis from black to white.
void draw_axis(const Plot& plot, const CloudProjection& project, const Gui& gui);
/// Draws the largest modes as discs, and the trajectories to the mode that is hovered, under the pointer or
/// isolated. Returns the colour of the mode under the pointer.
std::optional<Rgb> draw_modes(const FrameContext& frame, const Plot& plot, const CloudProjection& project);
/// Draws the ball of the radius around a colour at its present position.
void draw_ball(const Plot& plot, const CloudProjection& project, const Position& state, double radius,
               const Gui& gui);

/// Begins the window of the pictures or of the cloud.
void begin_canvas(const Box& area);

/// The colours of the picture in Oklab over the whole canvas, drifting from the source to the result as
/// ViewState::drift plays. Dragging rotates, the wheel zooms, a double click resets both; a click on a mode
/// isolates its colour.
class CloudView {
public:
    /// Lays out the cloud in `area`, handles the pointer and draws over it. Within a frame of `gui`.
    void draw(const FrameContext& frame, std::size_t max_points, const Box& area);
    /// The cloud that draw() laid out; without a drift there is nothing to render.
    const Cloud& cloud() const { return cloud_; }
    /// The colour of the mode that was under the pointer in the last frame.
    std::optional<Rgb> pointed_mode() const { return pointed_mode_; }

    void reset() { camera_.reset(); }
    void zoom_by(double steps) { camera_.zoom_by(static_cast<float>(steps)); }

private:
    void take(const FrameContext& frame, std::size_t max_points);
    void lay_out(const FrameContext& frame, const Plot& plot);
    void handle_pointer(const Plot& plot, ViewState& state);
    void draw_marks(const FrameContext& frame, const Plot& plot);

    std::shared_ptr<const Picture> picture_; ///< the camera belongs to it
    CloudCamera camera_;
    Cloud cloud_;
    std::optional<Rgb> pointed_mode_{}, pressed_mode_{};
};

}
