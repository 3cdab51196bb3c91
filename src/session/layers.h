#pragma once

#include "session/result.h"

namespace huedrift {

// The colours of a result as layers: the pixels of each, and which are visible.

/// In the order of the result's files.
std::vector<Swatch> layers_of(const Result& result);

/// A colour whose pixels are hidden. Its source colour finds it again in results of other settings.
struct HiddenColor {
    Rgb color;                   ///< of the result in which it was hidden
    std::optional<Rgb> source{}; ///< a source colour that became it; none if dithering mixed it in

    friend bool operator==(const HiddenColor&, const HiddenColor&) = default;
};

/// The colours of the result that are hidden, ascending, each once.
std::vector<Rgb> hidden_in(const Result& result, std::span<const HiddenColor> hidden);
bool is_hidden(const Result& result, Rgb color, std::span<const HiddenColor> hidden);
/// Hides these colours of the result, or shows them if all are hidden.
void toggle_hidden(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& hidden);
inline void toggle_hidden(const Result& result, Rgb color, std::vector<HiddenColor>& hidden) {
    toggle_hidden(result, {&color, 1}, hidden);
}
/// Hides all other colours.
void show_only(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& hidden);

/// The visible colours of the result, in the order of its files.
std::vector<Rgb> shown_in(const Result& result, std::span<const HiddenColor> hidden);

/// The recipe with the order in which its swatches are shown, where it asks for none.
Recipe with_shown_order(Recipe recipe);

/// How a result's pixels are displayed.
struct ResultDisplay {
    std::vector<HiddenColor> hidden{};
    bool marks_changes = false; ///< pixels changed by fringe and small regions stand out

    friend bool operator==(const ResultDisplay&, const ResultDisplay&) = default;
};

/// The colour of changed pixels, which hardly any picture has.
inline constexpr Rgb change_mark{255, 0, 140};

/// Whether the display differs from the result's pixels.
bool changes_pixels(const Result& result, const ResultDisplay& display);
/// The displayed pixels of a frame of the result: hidden ones are transparent. With marks, changed pixels
/// have `change_mark` and all others are dim greys.
Image displayed(const Result& result, const ResultDisplay& display, std::size_t frame);

}
