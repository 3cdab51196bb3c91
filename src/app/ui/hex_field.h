#pragma once

#include "app/ui/widgets.h"
#include "color/rgb.h"

#include <array>

namespace huedrift::app {

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
