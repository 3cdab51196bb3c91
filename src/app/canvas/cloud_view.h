#pragma once

#include "app/render/cloud_renderer.h"
#include "app/ui/camera.h"
#include "app/ui/frame_context.h"
#include "app/ui/widgets.h"

#include <array>

namespace huedrift::app {

// What is drawn over a cloud of colours.

/// From black to white.
void draw_axis(const Plot& plot, const CloudProjection& project, const Gui& gui);
/// The modes with most pixels, as discs, and the trajectories to the one that is marked: hovered, under the
/// pointer or isolated. Returns the colour of the one under the pointer.
std::optional<Rgb> draw_modes(const FrameContext& frame, const Plot& plot, const CloudProjection& project);
/// The ball of the radius around a colour, wherever it has drifted to.
void draw_ball(const Plot& plot, const CloudProjection& project, const Position& state, double radius,
               const Gui& gui);

/// The colours of the picture in Oklab over the whole canvas, drifting from the source to the result as
/// ViewState::drift plays. Dragging rotates, the wheel zooms, a double click resets both; a click on a mode
/// shows its colour alone.
class CloudView {
public:
    /// Lays out the cloud in `area` (Dear ImGui's units: x, y, width, height), handles the pointer and draws
    /// what is over it. Within a frame of `gui`.
    void draw(const FrameContext& frame, std::size_t max_points, const std::array<float, 4>& area);
    /// What draw() laid out; without a drift there is nothing to render.
    const Cloud& cloud() const { return cloud_; }
    /// The mode under the pointer in the last frame, by its colour.
    std::optional<Rgb> pointed_mode() const { return pointed_mode_; }

    void reset() { camera_.reset(); }
    void zoom_by(double steps) { camera_.zoom_by(static_cast<float>(steps)); }

private:
    void take(const FrameContext& frame, std::size_t max_points);
    void lay_out(const FrameContext& frame, const Plot& plot);
    void handle_pointer(const Plot& plot, ViewState& state);
    void draw_marks(const FrameContext& frame, const Plot& plot);

    std::shared_ptr<const Picture> picture_; ///< that the camera was opened for
    CloudCamera camera_;
    Cloud cloud_;
    std::optional<Rgb> pointed_mode_{}, pressed_mode_{};
};

}
