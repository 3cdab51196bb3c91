#pragma once

#include "pipeline/shared_palette.h"
#include "pipeline/written_colors.h"

#include <span>
#include <vector>

namespace huedrift {

/// The colours of a result in the order of indexed pictures.
struct IndexedColors {
    std::vector<Rgba8>
        entries{}; ///< of the result's pixels; none: the recipe leaves the order to the encoder
    std::vector<Rgba8> written{}; ///< the entries as files have them; none: the same
};

/// Takes the result's pixels and its colours in the order of files, and `shared` unless it is null.
IndexedColors indexed_colors(const ImageView& image, std::span<const Swatch> list, const Reduced& reduced,
                             const SharedPalette* shared, const WrittenColors& written);

}
