#pragma once

#include "app/ui/widgets.h"
#include "color/oklab.h"

#include <array>

namespace huedrift::app {

/// The numbers that a field accepts.
struct NumberRange {
    double min, max;
    bool whole = false;
    const char* unit = ""; ///< follows the number; optional in typed text
};

/// Parses a number with a decimal point or comma, with or without the unit; integers may have groups of three
/// digits. None for other texts and for numbers out of range.
std::optional<double> read_number(std::string_view text, const NumberRange& range);

/// A field for a typed number. Refuses numbers out of range in place.
class NumberField {
public:
    /// Complete on Return or when the field loses the focus; `value` changes only then.
    Change draw(const char* id, double& value, const NumberRange& range, float width, const Gui& gui);

private:
    std::array<char, 32> text_{};
    bool typed_ = false; ///< the text was typed by the user
    int refocusing_ = 0; ///< frames that the focus may take to return after a refusal
};

/// A slider named `id`, followed by a field "##id", which may have numbers beyond the slider's.
Change slider_and_field(const char* id, NumberField& field, double& value, const NumberRange& range,
                        const Track& track, const Gui& gui);

/// A field for a colour's code, with the colour beside it.
class HexField {
public:
    /// Complete on Return or when the field loses the focus with another code; `color` changes only then.
    Change draw(const char* id, Rgb& color, float width, const Gui& gui);

    /// Empties the text for the user to type.
    void clear();
    /// The typed colour, if the text is a code.
    std::optional<Rgb> typed() const { return rgb_from_hex(text_.data()); }
    /// Whether Return was pressed in this frame, on a code.
    bool entered() const { return entered_; }

private:
    std::array<char, 8> text_{};
    bool typed_ = false; ///< the text was typed by the user
    bool entered_ = false;
};

}
