#pragma once

#include "image/image.h"
#include "palette/swatch.h"
#include "pipeline/labelled.h"

#include <span>
#include <vector>

namespace huedrift {

// "Order" of docs/definition.md: the index of each colour in files.

/// The result's colours for the source colours that its recipe arranges, without repetitions.
std::vector<Rgb> arranged(const Reduced& reduced);

/// Sorts the colours of a result as palette files list them, with `first`, the arranged ones, in front, and
/// the names of the recipe's palette. `slots` are the document's. Throws Error(output) if the index of
/// transparent pixels lies behind the end.
std::vector<Swatch> listed(std::vector<Swatch> swatches, const Recipe& recipe,
                           std::span<const Rgb> first = {}, std::span<const Rgba8> slots = {});

/// Whether indexed pictures keep the slots of the source: the recipe maps to them and orders nothing.
bool keeps_slots(const Recipe& recipe);

/// Notes the first pixel of each swatch, for SwatchOrder::found.
void find_first(std::span<Swatch> swatches, const ImageView& image);

/// The colours of labels that pixels have, in the order of files.
std::vector<Swatch> listed(const Labelled& labelled, const Reduced& reduced);

/// The colours of an image's visible pixels, ascending, with their numbers of pixels.
std::vector<Swatch> painted_colors(const ImageView& image);

/// The number of colours that a picture has; a given palette may have more.
std::size_t count_colors(std::span<const Swatch> list);

/// The entries of an indexed picture, with the colours of `list` at their indices; none if the recipe leaves
/// the indices to the encoder. `slots` are the document's, which the entries begin with if they are kept.
std::vector<Rgba8> index_entries(const ImageView& image, std::span<const Swatch> list, const Recipe& recipe,
                                 std::span<const Rgba8> slots = {});

}
