#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "color/oklab.h"
#include "palette/swatch.h"
#include "session/result.h"
#include "session/session.h"

#include <imgui.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace huedrift::app {

/// The place of a swatch in a grid, or in a list with one swatch a row.
struct SwatchPlace {
    ImVec2 at, size;
    float gap = 0; ///< to the next swatch
    bool is_listed = false;
};

/// The part of a swatch under a dragged one. `before` and `after` are its left and right, in a list its top
/// and bottom.
enum class Over { middle, before, after };

/// A swatch dragged over another one.
struct Dragged {
    Rgb color;
    Over over = Over::middle;
    bool dropped = false;
};

/// Lets the last control, a swatch, be dragged; returns the swatch dragged over it.
std::optional<Dragged> dragged_over(Rgb color, const SwatchPlace& place, const Gui& gui);

/// A ring around the swatch to join, or a line at the place to move to.
void draw_target(Over over, const SwatchPlace& place, const Gui& gui);

struct SwatchMarks {
    bool is_hidden = false, is_pinned = false, is_edited = false;
    std::uint8_t alpha = 255; ///< of the swatch, which shows less of squares below it
};
/// Draws a swatch with marks for pins and edits that are visible on every colour. Crosses it out if it is
/// hidden.
void draw_swatch(Rgb color, const SwatchMarks& marks, ImVec2 at, float side, const Gui& gui);

/// Draws rings around a swatch that is chosen or isolated, or under the pointer or the keys (lit).
void draw_rings(const SwatchPlace& place, bool is_chosen, bool is_lit, const Gui& gui);

/// Draws the code, name and share of a row in the list of layers, from its swatch to `right`. `pixels` are
/// those of all swatches.
void draw_layer_texts(const Swatch& swatch, std::uint64_t pixels, bool is_hidden, ImVec2 at, float right,
                      float height, const Gui& gui);

/// Draws an eye, open or shut, in a square.
void draw_eye(bool is_open, bool is_hovered, ImVec2 at, float side, const Gui& gui);

/// Shows all facts about a colour beside the pointer. `pixels` are those of all swatches.
void show_facts(const Swatch& swatch, std::uint64_t pixels, const Gui& gui);

/// Draws all colours in a row, each as wide as its share of their pixels. One item; returns the colour under
/// the pointer, or null.
const Swatch* draw_share_strip(const Layers& layers, const Gui& gui);

// Commands for one or several colours of a result, by the menu of a swatch or by keys.

/// Shows only these colours, or all colours if that is already so.
void show_alone(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Hides these colours, or shows them if all are hidden.
void hide_or_show(const Result& result, std::span<const Rgb> colors, ViewState& state);
/// Copies their codes, one a line.
void copy_codes(std::span<const Rgb> colors, ViewState& state);
void copy_codes(std::span<const Swatch> swatches, ViewState& state);
/// Pins a colour and says so.
void pin(Rgb color, const FrameContext& frame);
/// Pins these colours, or unpins them if all are pinned.
void pin_or_unpin(std::span<const Rgb> colors, Session& session);
/// Joins these colours with `into`, which may be among them.
void join(const Result& result, std::span<const Rgb> colors, Rgb into, Session& session);
/// Removes the edits that made these colours.
void take_back_edits(const Result& result, std::span<const Rgb> colors, Session& session);

/// The menu of a swatch, which applies to all chosen swatches if this is one of several.
struct SwatchMenu {
    std::shared_ptr<const Result> result;
    Rgb color{};               ///< of the swatch, in the result
    std::vector<Rgb> colors{}; ///< that it applies to

    /// Goes over to what these colours are in a newer result. Returns false if the swatch's is gone.
    bool follow(const std::shared_ptr<const Result>& newest);
};

/// Draws the entries of a menu for the result shown, whose swatches are `list`. Returns whether the user
/// wants to recolour the colour.
bool draw_swatch_menu(const FrameContext& frame, const SwatchMenu& menu, std::span<const Swatch> list);

/// Draws the context menu for the colour under the pointer. Ctrl+click pins the colour. Call it after the
/// canvas, in the same frame.
void draw_picture_menu(const FrameContext& frame);

}
