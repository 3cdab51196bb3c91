#pragma once

#include "image/image.h"
#include "pipeline/labelled.h"
#include "reduction/color_mixer.h"

namespace huedrift {

/// What files have of a result. Pipeline keeps the same step by step; this is for who has a result alone.
struct Output {
    Image image;
    std::vector<Swatch> palette;  ///< as palette files list it
    std::vector<Rgba8> entries{}; ///< of an indexed PNG; empty: the encoder's own
};

/// Throws Error(output) where transparent pixels cannot have the index asked for, and Error(cancelled).
/// `mixer`: as label()'s.
Output output_of(const Reduced& reduced, const Progress& progress = {}, ColorMixer* mixer = nullptr);
/// The same of what it has become by its steps on labels.
Output output_of(const Reduced& reduced, const Labelled& labelled);

}
