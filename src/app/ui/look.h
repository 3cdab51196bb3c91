#pragma once

#include "color/rgb.h"
#include "session/appearance.h"
#include "session/weightings.h"

#include <optional>

namespace huedrift::app {

/// How the window looks at the pictures. Nothing of it changes a result; panels read and write it.
struct Look {
    Compare compare = Compare::side_by_side;
    Weighting shown = Weighting::palette; ///< the result that is meant where there is room for one
    bool source_held = false;             ///< the source is shown as long as a key is held

    /// A colour of the shown result whose pixels light up, while the pointer is on its swatch. Set anew at
    /// every frame.
    std::optional<Rgb> hovered{};
    /// A colour of the shown result that alone is shown.
    std::optional<Rgb> isolated{};
    /// The source's colour under the pointer; none outside the picture or where it is transparent. As of the
    /// last frame.
    std::optional<Rgb> pointed{};

    /// The result that is meant when these are computed.
    Weighting meant(Weightings computed) const {
        if (includes(computed, shown)) return shown;
        return shown == Weighting::palette ? Weighting::frequency : Weighting::palette;
    }
};

}
