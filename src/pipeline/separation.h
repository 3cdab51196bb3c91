#pragma once

#include "pipeline/parts.h"

namespace huedrift {

// Spot colours: what a printer needs of a colour that has an ink of its own.

/// A grey PNG file: black where the part covers the picture, by the alpha of `picture`, white elsewhere. With
/// `marks` it has a margin with registration marks, the same for every part, and the part's name.
/// Throws Error(output).
std::vector<std::byte> encode_separation(const Labelled& labelled, const Part& part, const ImageView& picture,
                                         bool marks);

/// A PNG file that shows each part by itself in its own colour, with its name and its share of the visible
/// pixels. Throws Error(output).
std::vector<std::byte> encode_contact_sheet(const Labelled& labelled, std::span<const Part> parts,
                                            const ImageView& picture, const Progress& progress);

}
