#pragma once

#include "app/ui/cloud_camera.h"
#include "app/ui/frame_context.h"
#include "app/ui/plot.h"

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

}
