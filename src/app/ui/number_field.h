#pragma once

#include "app/ui/widgets.h"

#include <array>

namespace huedrift::app {

/// What a number field takes.
struct NumberRange {
    double min, max;
    bool whole = false;
    const char* unit = ""; ///< written behind the number; may be left out
};

/// The number that is written with a point or a comma, with the unit or without it; whole numbers may be
/// grouped in threes. None where that is no number of the range.
std::optional<double> read_number(std::string_view text, const NumberRange& range);

/// A typed number. One that is not within the range is refused where it is typed.
class NumberField {
public:
    /// Complete on Return or when the field is left; `value` is another one then and only then.
    Change draw(const char* id, double& value, const NumberRange& range, float width, const Gui& gui);

    /// Whether Return was pressed in it in this frame, on a number of the range.
    bool entered() const { return entered_; }
    /// Where it was drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& area() const { return area_; }

private:
    std::array<char, 32> text_{};
    bool typed_ = false; ///< the text is the user's
    int refocusing_ = 0; ///< frames that the focus may take to come back after a refusal
    bool entered_ = false;
    std::array<float, 4> area_{};
};

}
