#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "pipeline/reduced.h"
#include "reduction/color_mixer.h"

namespace huedrift {

/// What the steps on labels have changed.
struct LabelChanges {
    std::uint64_t defringed = 0;      ///< pixels that were fringe
    std::uint32_t joined_regions = 0; ///< that were too small
    std::uint64_t joined_pixels = 0;  ///< of those
};

/// A result as a plane of labels, after its recipe's steps on labels.
struct Labelled {
    LabelPlane plane;
    std::vector<Swatch> colors; ///< of the labels, with their pixels in the plane
    LabelChanges changes{};
    std::size_t frames = 1; ///< that lie below each other in the plane
};

/// The colours that labels may stand for: those of the result and, where dithering may mix them and edits
/// have not changed it, of a given palette, too. Their pixels are those before the steps on labels.
std::vector<Swatch> label_colors(const Reduced& reduced);

/// "Steps on pixels" of docs/definition.md. Throws Error(usage) for steps that exclude each other, and
/// Error(cancelled). `mixer`: as dither_ordered()'s.
Labelled label(const Reduced& reduced, const Progress& progress = {}, ColorMixer* mixer = nullptr);

/// The colours that the picture has by its labels.
std::vector<Swatch> used_colors(const Labelled& labelled);

std::uint64_t visible_pixels(const Labelled& labelled);

/// The picture of a result by its labels.
Image paint(const Labelled& labelled, const Reduced& reduced);

/// Throws Error(usage) for steps that exclude each other.
void check(const LabelSteps& steps);

}
