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
    LabelArea area{};
    std::string name{}; ///< "03-cc4e0a": its rank from 1 on, as long as that of the last, and its colour
};

/// The colours of `list` that have pixels.
std::vector<Part> parts(const Labelled& labelled, std::span<const Swatch> list);

}
