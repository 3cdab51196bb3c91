#pragma once

#include "image/image.h"

namespace huedrift {

/// The change of a picture's alpha before all other steps.
struct AlphaMode {
    enum class Kind {
        keep,
        threshold, ///< opaque from the threshold on, fully transparent below
        matte,     ///< composited over a colour, opaque
    };
    Kind kind = Kind::keep;
    std::uint8_t threshold = 0; ///< 1 to 255
    Rgba8 matte{};              ///< opaque

    friend bool operator==(const AlphaMode&, const AlphaMode&) = default;
};

/// "Alpha" of docs/definition.md.
Image with_alpha(const ImageView& image, const AlphaMode& mode);

}
