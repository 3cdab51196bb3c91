#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/view_state.h"
#include "session/session.h"

#include <memory>
#include <span>

namespace huedrift::app {

// Commands for one or several colours of a result, by the menu of a swatch or by keys.

/// Shows only these colours, or all colours if that is already so.
void show_alone(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Hides these colours, or shows them if all are hidden.
void hide_or_show(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Copies their codes, one a line.
void copy_codes(std::span<const Rgb> colors, ViewState& state);
/// Pins these colours, or unpins them if all are pinned.
void pin_or_unpin(std::span<const Rgb> colors, Session& session);
bool are_pinned(const Recipe& recipe, std::span<const Rgb> colors);
/// Joins these colours with `into`, which may be among them.
void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session);
/// Removes the edits that made these colours.
void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session);

/// Draws the entries of a swatch's menu, which apply to all chosen swatches if this is one of several.
/// Returns whether the user wants to recolour the colour.
bool draw_swatch_menu(const FrameContext& frame, const Swatch& swatch, std::span<const Swatch> list,
                      const Result& result);

/// The context menu for the colour under the pointer. Ctrl+click pins the colour.
class PictureMenu {
public:
    /// Call it after the canvas, in the same frame.
    void draw(const FrameContext& frame);

private:
    void draw_color(const FrameContext& frame, const Result* result) const;

    Rgb color_{}; ///< the source colour of the menu
};

}
