#pragma once

#include "base/progress.h"
#include "labels/label_plane.h"
#include "reduction/color_set.h"

namespace huedrift {

/// The inner pixels of a picture ("Soft edges" of docs/definition.md): those of areas and thin lines, as
/// opposed to the mixed pixels between areas. `plane` has a label for each pixel of `image`, `palette` the
/// colour of each label. Returns whether each pixel is inner. Throws
/// Error(cancelled).
std::vector<std::uint8_t> find_inner(const LabelPlane& plane, std::span<const Rgb> palette,
                                     const ImageView& image, const Progress& progress = {});

/// The number of inner pixels of each colour of `image`, of which `colors` is the analysis; `label_of` has a
/// label for each colour. `importances` says how often each pixel counts; empty: once. Throws
/// Error(cancelled).
std::vector<std::uint32_t> count_inner(const ImageView& image, const ColorSet& colors,
                                       std::span<const std::uint32_t> label_of, std::span<const Rgb> palette,
                                       const Progress& progress = {},
                                       std::span<const std::uint8_t> importances = {});

/// Gives each visible pixel the label of its colour. `colors` is the analysis of `image`. `label_of` has a
/// label for each colour: an index into a palette of `palette_size`. Throws Error(cancelled).
LabelPlane label_pixels(const ImageView& image, const ColorSet& colors,
                        std::span<const std::uint32_t> label_of, std::size_t palette_size,
                        const Progress& progress = {});

}
