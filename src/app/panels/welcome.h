#pragma once

#include "app/ui/gui.h"
#include "app/ui/settings.h"
#include "app/ui/view_state.h"

#include <filesystem>

namespace huedrift::app {

/// Draws the welcome of an empty window: drop a picture, open one or `sample`, if there is any, or reopen a
/// recent one.
void draw_welcome(const FrameContext& frame, const std::filesystem::path& sample, const Box& area);

/// The areas for hints.
struct HintedAreas {
    Box decisions, swatches, canvas;
};

/// Shows the hints of a first start one after the other, each with a frame around its control. Settings::hint
/// is the next one. The user can end them for good.
void draw_hints(Settings& settings, const HintedAreas& areas, const Gui& gui);

/// Says above the lower edge of `area` why the last request failed, with buttons for settings that help.
void draw_notice(const FrameContext& frame, const Box& area);

/// Asks above the lower edge of `area` what to use an opened palette or a dropped grey picture for, or what
/// to do with the settings that the open picture carries. Returns whether there is such a question.
bool draw_offer(const FrameContext& frame, const Box& area);

/// Says above the lower edge of `area` that the picture has its earlier edits again, with a button to remove
/// them.
void draw_restored(const FrameContext& frame, const Box& area);

/// While one colour is shown alone, says so at the top of the canvas, with a button that shows all.
void draw_isolated(const FrameContext& frame, const Box& area);

}
