#pragma once

#include "app/ui/oklab_picker.h"
#include "app/ui/view_state.h"
#include "reduction/palette.h"
#include "session/session.h"

namespace huedrift::app {

/// The colours of the shown result. Hovering over one highlights its pixels, a click shows them alone, a
/// double click recolours it, dragging it onto another joins the two; the right button has the rest.
class SwatchesPanel {
public:
    /// Fills the rest of the window.
    void draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui);

private:
    void sort(const Result& result, ViewState& state);
    void draw_grid(const std::shared_ptr<const Result>& result, Session& session, ViewState& state,
                   const Gui& gui);
    void draw_swatch(const std::shared_ptr<const Result>& result, std::size_t number, float side,
                     Session& session, ViewState& state, const Gui& gui);
    void draw_menu(const Swatch& swatch, const Result& result, Session& session, ViewState& state,
                   const Gui& gui);
    void draw_picker(const Result& result, Session& session, const Gui& gui);

    SwatchOrder order_ = SwatchOrder::pixels;
    std::uint64_t result_ = 0; ///< that is sorted; 0: none
    std::vector<Swatch> sorted_;
    std::optional<Rgb> recolored_{}; ///< the source colour whose result the picker changes
    bool opens_picker_ = false;
    OklabPicker picker_;
    std::optional<Rgb> pointed_{}; ///< what the source colour under the pointer became
};

}
