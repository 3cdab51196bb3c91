#pragma once

#include "app/panels/finish_panel.h"
#include "app/panels/refinements_panel.h"
#include "app/ui/number_field.h"
#include "app/ui/view_state.h"
#include "session/session.h"

namespace huedrift::app {

/// The settings of a result: the radius and whatever else it depends on.
class DriftPanel {
public:
    void draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui);

    /// Where the slider of the radius was drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& radius_slider() const { return radius_slider_; }

private:
    void draw_radius(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_weighting(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_aim(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_min_share(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_palette(const Snapshot& snapshot, Session& session, const Gui& gui);
    void draw_merging(const Snapshot& snapshot, Session& session, const Gui& gui);

    double aim_ = 16;
    std::optional<std::uint32_t> joined_to_{}; ///< the recipe's, when it was drawn last
    NumberField radius_field_, aim_field_, min_share_field_, merge_field_;
    RefinementsPanel refinements_;
    FinishPanel finish_;
    std::array<float, 4> radius_slider_{};
};

}
