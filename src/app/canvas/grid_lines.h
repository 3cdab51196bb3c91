#pragma once

#include "app/render/viewer.h"
#include "app/ui/gui.h"
#include "labels/label_steps.h"

namespace huedrift::app {

/// Draws a grid's lines over the picture of a pane, in black and white so that they show on every colour. The
/// smaller the cells, the fainter the lines.
void draw_grid_lines(const Pane& pane, const PixelGrid& grid, const Gui& gui);

/// Marks the cell of an edit with a corner, like the mark of a swatch.
void mark_painted(const Pane& pane, const PixelGrid& grid, const CellEdit& edit, const Gui& gui);

/// Shows the cell that holds a pixel in the colour that a click would give it.
void draw_brush(const Pane& pane, const PixelGrid& grid, const CellEdit& edit, const Gui& gui);

}
