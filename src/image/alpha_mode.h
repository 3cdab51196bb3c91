#pragma once

#include "image/image.h"

namespace huedrift {

/// Fewer pairs may not hold transparent, soft and opaque pixels, and no indexed file holds more.
inline constexpr std::uint16_t min_alpha_levels = 3, max_alpha_levels = 256;

/// The change of a picture's alpha, before all other steps or, for levels, after them.
struct AlphaMode {
    enum class Kind {
        keep,
        threshold, ///< opaque from the threshold on, fully transparent below
        matte,     ///< composited over a colour, opaque
        levels,    ///< pairs of colour and alpha join until few are left
    };
    Kind kind = Kind::keep;
    std::uint8_t threshold = 0; ///< 1 to 255
    Rgba8 matte{};              ///< opaque
    std::uint16_t levels = 0;   ///< pairs, min_alpha_levels to max_alpha_levels

    bool changes_source() const { return kind == Kind::threshold || kind == Kind::matte; }
    friend bool operator==(const AlphaMode&, const AlphaMode&) = default;
};

/// The change before all other steps: "Input" of docs/definition.md.
Image with_alpha(const ImageView& image, const AlphaMode& mode);

}
