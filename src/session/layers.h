#pragma once

#include "session/result.h"

namespace huedrift {

// The colours of a result as layers: what the pixels of each are, and which of them are seen.

/// In the order of the result's files.
std::vector<Swatch> layers_of(const Result& result);

/// A colour whose pixels are not shown. By a source colour that became it, it is found in results of other
/// settings, too.
struct HiddenColor {
    Rgb color;                   ///< of the result in which it was hidden
    std::optional<Rgb> source{}; ///< none: no source colour became it, as where dithering mixes it in

    friend bool operator==(const HiddenColor&, const HiddenColor&) = default;
};

/// The colours of the result that are hidden, ascending, each once.
std::vector<Rgb> hidden_in(const Result& result, std::span<const HiddenColor> hidden);
bool is_hidden(const Result& result, Rgb color, std::span<const HiddenColor> hidden);
/// Hides a colour of the result, or shows it again.
void toggle_hidden(const Result& result, Rgb color, std::vector<HiddenColor>& hidden);
/// Hides several of them, or shows them again where all of them are hidden.
void toggle_hidden(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& hidden);
/// Hides all others.
void show_only(const Result& result, std::span<const Rgb> colors, std::vector<HiddenColor>& hidden);

/// The colours of its files without the hidden ones, in their order.
std::vector<Rgb> shown_in(const Result& result, std::span<const HiddenColor> hidden);

/// How a result's pixels are displayed.
struct ResultDisplay {
    std::vector<HiddenColor> hidden{};
    bool marks_changes = false; ///< what fringe and small regions changed stands out from all else

    friend bool operator==(const ResultDisplay&, const ResultDisplay&) = default;
};

/// Of changed pixels; hardly any picture has it.
inline constexpr Rgb change_mark{255, 0, 140};

/// Whether that differs from the result's pixels.
bool changes_pixels(const Result& result, const ResultDisplay& display);
/// The pixels of a frame of the result as displayed: hidden ones are transparent; with marks, changed ones
/// have `change_mark` and all others are dim greys.
Image displayed(const Result& result, const ResultDisplay& display, std::size_t frame);

}
