#pragma once

#include "app/ui/hex_field.h"
#include "app/ui/number_field.h"
#include "session/session.h"

namespace huedrift::app {

/// What few people change: alpha, transfer function, smoothing, iterations. Folded under one line, which
/// names what is in force.
class RefinementsPanel {
public:
    void draw(const Snapshot& snapshot, Session& session, const Gui& gui);

    /// Where the line that unfolds it was drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& fold_line() const { return fold_line_; }
    /// The same of the three ways to treat alpha.
    const std::array<float, 4>& alpha_choice() const { return alpha_choice_; }
    /// The same of the colour below the picture.
    const std::array<float, 4>& matte_field() const { return matte_field_.area(); }

private:
    Change draw_profile(Recipe& recipe, const Gui& gui);
    Change draw_alpha(Recipe& recipe, const Gui& gui);
    Change draw_transfer(Recipe& recipe, const Gui& gui);
    Change draw_smoothing(Recipe& recipe, const Gui& gui);
    Change draw_iterations(Recipe& recipe, const Gui& gui);
    Change draw_refine(Recipe& recipe, const Gui& gui);

    bool open_ = false;
    std::array<float, 4> fold_line_{}, alpha_choice_{};
    NumberField smooth_field_, iterations_field_, threshold_field_;
    HexField matte_field_;
};

}
