#pragma once

#include "app/render/viewer.h"
#include "app/ui/gui.h"
#include "labels/label_steps.h"

namespace huedrift::app {

/// Draws a grid's lines over the picture of a pane, in black and white, so that they are seen on every
/// colour. They fade away where cells are too small for lines.
void draw_grid_lines(const Pane& pane, const PixelGrid& grid, const Gui& gui);

/// Marks the cell of an edit by a corner, as swatches are marked.
void mark_painted(const Pane& pane, const PixelGrid& grid, const CellEdit& edit, const Gui& gui);

/// Shows the cell of a pixel as it would be painted.
void draw_brush(const Pane& pane, const PixelGrid& grid, const CellEdit& edit, const Gui& gui);

}
