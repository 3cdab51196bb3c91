#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "pipeline/reduced.h"
#include "reduction/color_mixer.h"

namespace huedrift {

/// What the steps on labels changed.
struct LabelChanges {
    std::uint64_t defringed = 0;      ///< fringe pixels
    std::uint32_t joined_regions = 0; ///< regions that were too small
    std::uint64_t joined_pixels = 0;  ///< their pixels
};

/// A result as a plane of labels, after the recipe's steps on labels.
struct Labelled {
    LabelPlane plane;
    std::vector<Swatch> colors; ///< of the labels, with their pixels in the plane
    LabelChanges changes{};
    std::size_t frames = 1; ///< frames below each other in the plane
};

/// The colours that labels may stand for: those of the result and, with dithering and without edits, those of
/// a given palette. Pixels are counted before the steps on labels.
std::vector<Swatch> label_colors(const Reduced& reduced);

/// "Steps on pixels" of docs/definition.md. `mixer` is as for dither_ordered(). Throws Error(usage) for steps
/// that exclude each other, and Error(cancelled).
Labelled label(const Reduced& reduced, const Progress& progress = {}, ColorMixer* mixer = nullptr);

/// The colours that occur in the plane.
std::vector<Swatch> used_colors(const Labelled& labelled);

std::uint64_t visible_pixels(const Labelled& labelled);

/// Paints the labels.
Image paint(const Labelled& labelled, const Reduced& reduced);

/// Throws Error(usage) for steps that exclude each other.
void check(const LabelSteps& steps);

}
