#pragma once

#include "app/render/viewer.h"
#include "app/ui/view_state.h"
#include "pipeline/recipe.h"
#include "session/result.h"

#include <functional>
#include <optional>

namespace huedrift::app {

// The overlays of the pictures: masks, the pixel grid, and the values of pixels.

/// Tints the white parts of a mask, in cells of a few window pixels.
void draw_mask(const Pane& pane, const Mask& mask, Rgb color, const Gui& gui);

/// Draws a grid's lines over the picture of a pane, in black and white so that they show on every colour. The
/// smaller the cells, the fainter the lines.
void draw_grid_lines(const Pane& pane, const PixelGrid& grid, const Gui& gui);

/// Writes the hex code into each visible pixel that has room for it. `color_at` returns the colour that the
/// pane shows for a pixel of the picture; none: writes nothing.
void write_pixel_values(const Pane& pane, const std::function<std::optional<Rgb>(int x, int y)>& color_at,
                        const Gui& gui);

/// The handle on a corner of a cell that shifts the pixel grid. Dragging it sets the grid's anchor.
class GridHandle {
public:
    /// Follows the pointer in a pane that shows the result's grid. `pointer` is in window pixels from the
    /// pane's corner. Call it after the item that receives the pointer.
    void update(const FrameContext& frame, const Pane& pane, const Result& result, Point pointer);
    void release(const FrameContext& frame);
    void draw(const FrameContext& frame, const Pane& pane, const Result& result) const;

    bool is_held() const { return held_; }

private:
    /// Its place in the source, a corner of cells well inside the pane; none if no corner is there.
    static std::optional<GridAnchor> corner(const Pane& pane, const Result& result, const Gui& gui);

    bool held_ = false;
};

}
