#pragma once

#include "app/panels/swatch_drawing.h"
#include "app/ui/actions.h"
#include "app/ui/color_picker.h"
#include "app/ui/fields.h"
#include "app/ui/view_state.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace huedrift::app {

/// The colours of the shown result, in the order of its files, as swatches or as a list of layers. Hovering
/// highlights the pixels of a colour and a click isolates it. Clicks with Ctrl or Shift choose several, a
/// double click recolours. Dragging onto another colour joins the two, dragging between two others moves it.
/// The right button has the rest.
class SwatchesPanel {
public:
    SwatchesPanel() { pin_field_.clear(); }

    /// Fills the rest of the window.
    void draw(const FrameContext& frame);

    /// Follows the result while the panel is not drawn.
    void stay_hidden(const FrameContext& frame);

    /// Takes a key that walks through the swatches or chooses some, if they have the focus; returns whether
    /// it did.
    bool press(const Shortcut& keys, ViewState& state);

    /// The height below the swatches that they did not need in the last frame.
    float spare() const { return spare_; }

    /// Whether the picker for recolouring is open.
    bool is_recoloring() const { return recoloring_.has_value(); }
    /// Undoes or redoes the last change in the picker.
    void step_recoloring(bool forward, Session& session);

private:
    /// A colour while the picker is open. Each change is a step of the history, so cancelling undoes as many.
    struct Recoloring {
        Rgb source; ///< the source of the edit
        int changes = 0, undone_changes = 0;
        std::optional<std::vector<Edit>> before{}; ///< the edits before the running drag; none: no drag
    };
    void draw_order(const FrameContext& frame);
    void draw_pin(const FrameContext& frame);
    const std::vector<Swatch>& listed() const { return result_->layers.list; }
    void follow(const std::shared_ptr<const Result>& result, ViewState& state);
    void point_at(const FrameContext& frame, const Swatch& swatch) const;
    void draw_list_button(const Gui& gui);
    void begin_grid(const FrameContext& frame, float gap, float height);
    void scroll(std::size_t row, float step);
    bool walk(const Shortcut& keys, ViewState& state);
    SwatchMarks marks_of(const Swatch& swatch) const;
    void click(std::size_t number, ViewState& state);
    void pick(Rgb color, const Result& result);
    void draw_all(const FrameContext& frame);
    void draw_square(const FrameContext& frame, std::size_t number, float side);
    void draw_row(const FrameContext& frame, std::size_t number, float height);
    void draw_item(const FrameContext& frame, std::size_t number, bool clicked, const SwatchPlace& place);
    void drop(const Dragged& dragged, std::size_t number, const FrameContext& frame);
    void open_menu(const FrameContext& frame, std::size_t number);
    void draw_menu(const FrameContext& frame);
    void note_press(std::size_t number);
    void drop_press();
    void draw_picker(const FrameContext& frame);
    void recolor(Rgb color, Change change, Session& session);
    void draw_picker_buttons(const FrameContext& frame);
    void cancel_recoloring(Session& session);

    bool is_list_ = false;
    int columns_ = 1;
    float spare_ = 0;
    bool has_focus_ = false, had_focus_ = false, takes_focus_ = false;
    bool walks_ = false; ///< the keys, not the pointer, choose the current colour
    bool scrolls_ = false, enters_ = false, opens_menu_ = false;
    HexField pin_field_; ///< keeps a typed code until it is pinned
    Rgb pin_color_{};
    std::shared_ptr<const Result> result_; ///< the one that is listed; null: none
    HiddenLayers hidden_;                  ///< as in the display
    HiddenIn is_hidden_;
    std::vector<Rgb> pinned_, edited_;                     ///< those of the result, ascending
    std::optional<std::pair<std::size_t, Rgb>> pressed_{}; ///< the swatch under the pressed button, by number
    std::optional<SwatchMenu> menu_{};                     ///< while it is open
    std::optional<std::array<float, 2>> menu_at_{};        ///< where the keys open it; none: at the pointer
    bool begins_menu_ = false;
    std::optional<Recoloring> recoloring_{};
    bool opens_picker_ = false;
    ColorPicker picker_;
    std::optional<Rgb> pointed_{}; ///< the result's colour for the source colour under the pointer
};

}
