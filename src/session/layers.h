#pragma once

#include "session/result.h"

#include <algorithm>

namespace huedrift {

// The colours of a result as layers: the pixels of each, and which are visible.

/// Sorts the result's colours.
Layers layers_of(const Result& result);

/// A colour whose pixels are hidden. Its source colour finds it again in results of other settings.
struct HiddenColor {
    Rgb color;                   ///< of the result in which it was hidden
    std::optional<Rgb> source{}; ///< a source colour that became it; none if dithering mixed it in

    friend bool operator==(const HiddenColor&, const HiddenColor&) = default;
};

/// The hidden colours: those named, or all others, which may be too many to be named.
struct HiddenLayers {
    std::vector<HiddenColor> named{};
    bool are_others = false;

    bool empty() const { return named.empty() && !are_others; }
    void clear() { *this = {}; }
    friend bool operator==(const HiddenLayers&, const HiddenLayers&) = default;
};

/// Tells which colours of a result are hidden.
class HiddenIn {
public:
    HiddenIn() = default;
    HiddenIn(const Result& result, const HiddenLayers& hidden);

    bool operator()(Rgb color) const { return std::ranges::binary_search(named_, color) != are_others_; }

private:
    std::vector<Rgb> named_{}; ///< ascending
    bool are_others_ = false;
};

/// Hides these colours of the result, or shows them if all are hidden.
void toggle_hidden(const Result& result, std::span<const Rgb> colors, HiddenLayers& hidden);
inline void toggle_hidden(const Result& result, Rgb color, HiddenLayers& hidden) {
    toggle_hidden(result, {&color, 1}, hidden);
}
/// Hides all other colours.
void show_only(const Result& result, std::span<const Rgb> colors, HiddenLayers& hidden);

/// Counts the hidden colours of the result. Looks at all, as the next.
std::size_t count_hidden(const Result& result, const HiddenLayers& hidden);
/// The visible colours of the result, in the order of its files.
std::vector<Rgb> shown_in(const Result& result, const HiddenLayers& hidden);

/// The recipe with the order in which its swatches are shown, where it asks for none.
Recipe with_shown_order(Recipe recipe);

/// How a result's pixels are displayed.
struct ResultDisplay {
    HiddenLayers hidden{};
    bool marks_changes = false; ///< pixels changed by fringe and small regions stand out

    friend bool operator==(const ResultDisplay&, const ResultDisplay&) = default;
};

/// The colour of changed pixels, which hardly any picture has.
inline constexpr Rgb change_mark{255, 0, 140};

/// Whether the result has changed pixels to mark, and the display does.
bool marks(const Result& result, const ResultDisplay& display);
/// The displayed pixels of a frame of the result: hidden ones are transparent. With marks, changed pixels
/// have `change_mark` and all others are dim greys.
Image displayed(const Result& result, const ResultDisplay& display, std::size_t frame);

}
