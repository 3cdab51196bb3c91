#pragma once

#include "app/ui/playback.h"
#include "app/ui/selection.h"
#include "app/ui/settings.h"
#include "color/rgb.h"
#include "session/layers.h"
#include "session/weightings.h"

#include <optional>
#include <string>

namespace huedrift::app {

/// The eye's receptors of colour, by the wavelengths that they answer to. Who lacks one has protanopia,
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
    Weighting preferred = Weighting::frequency; ///< the result to show where only one is shown
    bool source_held = false;                   ///< the source is shown while a key is held
    std::optional<Cone> missing_cone{};         ///< pictures are shown as seen without it

    /// A colour of the shown result whose pixels are highlighted while the pointer is on its swatch. Set
    /// again in every frame.
    std::optional<Rgb> hovered{};
    /// The only colour of the result that is shown.
    std::optional<Rgb> isolated{};
    /// The colours of it that are chosen among its swatches.
    SwatchSelection selection{};
    /// The colours that are not shown, and whether changed pixels are marked.
    ResultDisplay display{};
    /// The source colour under the pointer in the last frame; none outside the picture or where it is
    /// transparent.
    std::optional<Rgb> pointed{};

    /// The frame that is shown of an animation.
    Playback playback{};
    /// How far the colours of the cloud have drifted from the source to the result, and whether they have the
    /// colours of the result all the way.
    Playback drift = playback_of_drift();
    bool shows_basins = false;
    /// Frames are being recorded, which the pointer is to leave no mark in.
    bool is_recorded = false;

    /// What the keys and the bar below the canvas play.
    Playback& played() { return compare == Compare::cloud ? drift : playback; }
    const Playback& played() const { return compare == Compare::cloud ? drift : playback; }
    /// Goes on or back by a frame, or as far as is seen.
    void step_played(int by) { played().step(compare == Compare::cloud ? 8 * by : by); }

    /// What was just done, where nothing else shows it; one sentence, cleared by the next key or click.
    std::string said{};

    /// As where a picture is opened.
    void show_all() {
        isolated.reset();
        display.hidden.clear();
    }

    /// The weighting that is shown, given which ones are computed.
    Weighting shown(Weightings computed) const {
        if (includes(computed, preferred)) return preferred;
        return preferred == Weighting::palette ? Weighting::frequency : Weighting::palette;
    }
};

}
