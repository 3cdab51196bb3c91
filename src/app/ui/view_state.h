#pragma once

#include "app/ui/playback.h"
#include "app/ui/selection.h"
#include "app/ui/settings.h"
#include "color/oklab.h"
#include "session/history.h"
#include "session/layers.h"
#include "session/weightings.h"

#include <optional>
#include <string>

namespace huedrift::app {

/// The eye's colour receptors, by the wavelengths that they respond to. People without one have protanopia,
/// deuteranopia or tritanopia.
enum class Cone { long_waves, middle_waves, short_waves };

/// "Protanopia", "Deuteranopia", "Tritanopia".
constexpr const char* name_without(Cone cone) {
    return cone == Cone::long_waves     ? "Protanopia"
           : cone == Cone::middle_waves ? "Deuteranopia"
                                        : "Tritanopia";
}

/// What the window shows of the pictures, and how. Panels read and write it; nothing here changes a result.
struct ViewState {
    Compare compare = Compare::side_by_side;
    Weighting preferred = Weighting::frequency; ///< the result to show if only one is shown
    bool source_held = false;                   ///< the source is shown while its key is held
    std::optional<Cone> missing_cone{};         ///< simulates vision without it

    /// The colour of the shown result whose swatch the pointer is on; its pixels are highlighted. Set again
    /// in every frame.
    std::optional<Rgb> hovered{};
    /// The result's only visible colour.
    std::optional<Rgb> isolated{};
    /// The chosen colours among its swatches.
    SwatchSelection selection{};
    /// Hidden colours, and whether changed pixels are marked.
    ResultDisplay display{};
    /// The source colour under the pointer in the last frame; none outside the picture and on transparent
    /// pixels.
    std::optional<Rgb> pointed{};
    /// Whether to draw a result's pixel grid over the pictures.
    bool shows_grid = true;

    /// The animation's playback.
    Playback playback{};
    /// The drift of the cloud's colours from the source to the result, and whether they have the result's
    /// colours all the way.
    Playback drift = playback_of_drift();
    bool shows_basins = false;
    /// Frames are being recorded; the pointer must leave no mark in them.
    bool is_recorded = false;

    /// The playback that the keys and the bar below the canvas control.
    Playback& played() { return compare == Compare::cloud ? drift : playback; }
    const Playback& played() const { return compare == Compare::cloud ? drift : playback; }
    /// Steps forward or back by a frame, or by a visible step of the drift.
    void step_played(int by) { played().step(compare == Compare::cloud ? 8 * by : by); }

    /// Of changes by commands: a held key is one change, which its release completes.
    Gesture gesture = Gesture::complete;

    /// A panel asks for the dialog that opens a palette.
    bool opens_palette = false;
    bool shows_palette_uses = false; ///< other answers to the question about a palette

    /// What was just done if nothing else shows it, one sentence; the next key or click clears it.
    std::string said{};

    /// Resets the display, as for a newly opened picture.
    void show_all() {
        isolated.reset();
        display.hidden.clear();
    }

    /// The weighting shown, out of those computed.
    Weighting shown(Weightings computed) const {
        if (includes(computed, preferred)) return preferred;
        return preferred == Weighting::palette ? Weighting::frequency : Weighting::palette;
    }
};

}
