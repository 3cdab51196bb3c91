#pragma once

#include "app/ui/widgets.h"
#include "color/rgb.h"

#include <array>

namespace huedrift::app {

/// The numbers that a field accepts.
struct NumberRange {
    double min, max;
    bool whole = false;
    const char* unit = ""; ///< follows the number; may be omitted when typing
};

/// Parses a number with a decimal point or comma, with or without the unit; integers may be grouped in
/// threes. None if it is not a number in the range.
std::optional<double> read_number(std::string_view text, const NumberRange& range);

/// A field for a typed number. One out of range is refused in place.
class NumberField {
public:
    /// Complete on Return or when the field is left; only then does `value` change.
    Change draw(const char* id, double& value, const NumberRange& range, float width, const Gui& gui);

    /// Whether Return was pressed in it in this frame, on a number in range.
    bool entered() const { return entered_; }

private:
    std::array<char, 32> text_{};
    bool typed_ = false; ///< the text was typed by the user
    int refocusing_ = 0; ///< frames that the focus may take to return after a refusal
    bool entered_ = false;
};

/// A slider named `id` over the whole numbers of a range, and behind it a field "##id" for them.
Change slider_and_field(const char* id, NumberField& field, int& value, const NumberRange& range,
                        const Gui& gui);

/// A field for a colour's code, with the colour beside it.
class HexField {
public:
    /// Complete on Return or when the field is left with another code; only then does `color` change.
    Change draw(const char* id, Rgb& color, float width, const Gui& gui);

    /// Starts with an empty text, which the user is to fill.
    void clear();
    /// What is typed, if it is a code.
    std::optional<Rgb> typed() const { return rgb_from_hex(text_.data()); }
    /// Whether Return was pressed in it in this frame, on a code.
    bool entered() const { return entered_; }

private:
    std::array<char, 8> text_{};
    bool typed_ = false; ///< the text is the user's
    bool entered_ = false;
};

}
