#pragma once

#include "app/ui/cloud_camera.h"
#include "app/ui/gui.h"
#include "app/ui/plot.h"
#include "app/ui/view_state.h"
#include "session/session.h"

namespace huedrift::app {

// What is drawn over a cloud of colours.

/// From black to white.
void draw_axis(const Plot& plot, const CloudProjection& project, const Gui& gui);
/// The modes with most pixels, as discs, and the trajectories to the one that is marked: hovered, under the
/// pointer or isolated. Returns the colour of the one under the pointer.
std::optional<Rgb> draw_modes(const Plot& plot, const CloudProjection& project, const Snapshot& snapshot,
                              Session& session, const ViewState& state, const Gui& gui);
/// The ball of the radius around a colour, wherever it has drifted to.
void draw_ball(const Plot& plot, const CloudProjection& project, const Position& state, double radius,
               const Gui& gui);

}
