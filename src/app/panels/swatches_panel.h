#pragma once

#include "app/ui/hex_field.h"
#include "app/ui/oklab_picker.h"
#include "app/ui/view_state.h"
#include "reduction/palette.h"
#include "session/session.h"

namespace huedrift::app {

/// The colours of the shown result, in the order of its files. Hovering over one highlights its pixels, a
/// click shows them alone, a double click recolours it, dragging it onto another joins the two, between two
/// others moves it there; the right button has the rest.
class SwatchesPanel {
public:
    /// Fills the rest of the window.
    void draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui);

    /// Where the orders to choose from were drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& order_choice() const { return order_choice_; }
    /// The same of the button that pins a typed code, and of the field for it.
    const std::array<float, 4>& pin_button() const { return pin_button_; }
    const std::array<float, 4>& pin_field() const { return pin_field_.area(); }

    /// Where on a swatch another one is dragged.
    enum class Over { middle, left, right };

private:
    void draw_order(const Result& result, Session& session, const Gui& gui);
    void draw_pin(Session& session, ViewState& state, const Gui& gui);
    void sort(const Result& result, ViewState& state);
    void draw_grid(const std::shared_ptr<const Result>& result, Session& session, ViewState& state,
                   const Gui& gui);
    void draw_swatch(const std::shared_ptr<const Result>& result, std::size_t number, float side,
                     Session& session, ViewState& state, const Gui& gui);
    void drop(Rgb color, std::size_t number, Over over, const Result& result, Session& session);
    void draw_menu(const Swatch& swatch, const Result& result, Session& session, ViewState& state,
                   const Gui& gui);
    void draw_picker(const Result& result, Session& session, const Gui& gui);

    std::array<float, 4> order_choice_{}, pin_button_{};
    HexField pin_field_;
    std::uint64_t result_ = 0; ///< that is sorted; 0: none
    std::vector<Swatch> sorted_;
    std::optional<Rgb> recolored_{}; ///< the source colour whose result the picker changes
    bool opens_picker_ = false;
    OklabPicker picker_;
    std::optional<Rgb> pointed_{}; ///< what the source colour under the pointer became
};

}
