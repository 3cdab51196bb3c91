#pragma once

#include "labels/label_areas.h"
#include "pipeline/labelled.h"

#include <string>

namespace huedrift {

// A result taken apart by its colours, in the order of the list that palette files have.

/// One colour of a result.
struct Part {
    Swatch swatch;
    std::uint32_t label = 0;
    std::size_t rank = 0; ///< in the list, from 1 on, also where only some parts are chosen
    LabelArea area{};
    std::string name{}; ///< "03-cc4e0a": its rank, as long as that of the last, and its colour
};

/// The colours of `list` that have pixels.
std::vector<Part> parts(const Labelled& labelled, std::span<const Swatch> list);

/// Those parts that have these colours, in the order of `colors`; all where none is named. Throws
/// Error(usage) for a colour that the result does not have, with the nearest that it has.
std::vector<Part> with_colors(std::span<const Part> parts, std::span<const Rgb> colors);

/// What the parts have of `picture`, whose other pixels are transparent.
Image picture_of(const Labelled& labelled, std::span<const Part> parts, const ImageView& picture);

}
