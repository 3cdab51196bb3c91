#pragma once

#include "pipeline/parts.h"

namespace huedrift {

// Spot colours: separations for colours that are printed with their own inks.

/// A grey PNG file: black where the part covers the picture, by the alpha of `picture`, and white elsewhere.
/// `marks` adds a margin with the part's name and with registration marks at the same places for all parts.
/// Throws Error(output).
std::vector<std::byte> encode_separation(const Labelled& labelled, const Part& part, const ImageView& picture,
                                         bool marks);

/// A PNG file that shows each part alone in its colour, with its name and its share of the visible pixels.
/// Throws Error(output).
std::vector<std::byte> encode_contact_sheet(const Labelled& labelled, std::span<const Part> parts,
                                            const ImageView& picture, const Progress& progress);

}
