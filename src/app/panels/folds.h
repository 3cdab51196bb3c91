#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/setting_rows.h"

namespace huedrift::app {

// The settings below the palette. Each part folds under a title that names the settings in force.

/// How a palette is found and used: weighting, assignment, joining, settling, snapping, merging and small
/// shares.
class MethodPanel {
public:
    void draw(const FrameContext& frame);
    bool is_open() const { return open_; }

private:
    bool open_ = false;
    NumberFields fields_;
};

/// Rarely changed settings: profile, alpha, transfer function, smoothing, iterations, refinement.
class RefinementsPanel {
public:
    void draw(const FrameContext& frame);
    bool is_open() const { return open_; }

private:
    Change draw_alpha(AlphaMode& alpha, const Gui& gui);
    void draw_iterations(SettingRows& rows, std::optional<std::uint32_t>& most, const Gui& gui);

    bool open_ = false;
    NumberField iterations_field_, threshold_field_, levels_field_;
    HexField matte_field_;
    NumberFields fields_;
};

/// The steps on pixels: dithering; or cleaning edges, removing specks and making one pixel of each cell of a
/// grid.
class FinishPanel {
public:
    void draw(const FrameContext& frame);
    bool is_open() const { return open_; }

private:
    void draw_grid(SettingRows& rows, LabelSteps& steps, const FrameContext& frame);
    Change draw_cell_size(CellSize& size, const Gui& gui);

    bool open_ = false;
    NumberField cell_field_;
    NumberFields fields_;
};

}
