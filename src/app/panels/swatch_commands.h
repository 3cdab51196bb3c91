#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/view_state.h"
#include "session/session.h"

#include <memory>
#include <span>

namespace huedrift::app {

// What is done to one or several colours of a result, by the menu of a swatch or by keys.

/// Shows them alone; once more, and all colours are shown again.
void show_alone(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Hides them, or shows them again where all of them are hidden.
void hide_or_show(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Copies their codes, one a line.
void copy_codes(std::span<const Rgb> colors, ViewState& state);
/// Pins them, or unpins them where all of them are pinned.
void pin_or_unpin(std::span<const Rgb> colors, Session& session);
bool are_pinned(const Recipe& recipe, std::span<const Rgb> colors);
/// Joins them with `into`, which may be one of them.
void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session);
/// Removes the edits that made them.
void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session);

/// The entries of a swatch's menu. Where several are chosen, it is among them, and they do it to all. Returns
/// whether the colour is to be recoloured.
bool draw_swatch_menu(const FrameContext& frame, const Swatch& swatch, std::span<const Swatch> list,
                      const Result& result);

/// The menu of the right button for the colour under the pointer; Ctrl with a click pins it.
class PictureMenu {
public:
    /// After the canvas, in the same frame.
    void draw(const FrameContext& frame);

private:
    std::optional<Rgb> color_{}; ///< the source colour that the menu is about
};

}
