#pragma once

#include "base/progress.h"
#include "image/image.h"

#include <cstddef>
#include <string_view>

namespace huedrift {

/// No indexed file holds more pairs.
inline constexpr std::uint16_t min_alpha_levels = 1, max_alpha_levels = 256;

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

/// The kinds of alpha that a picture's pixels have.
struct AlphaKinds {
    bool opaque = false, soft = false, clear = false;

    void add(std::uint8_t alpha) {
        opaque |= alpha == 255;
        clear |= alpha == 0;
        soft |= (alpha != 0) & (alpha != 255);
    }
    std::size_t count() const { return std::size_t{opaque} + std::size_t{soft} + std::size_t{clear}; }
};
AlphaKinds alpha_kinds(const ImageView& image);

/// The change before all other steps: "Input" of docs/definition.md.
Image with_alpha(const ImageView& image, const AlphaMode& mode);

/// The colours of pixels with alpha 0, which show where a texture is filtered.
enum class HiddenColors {
    clear,  ///< black
    keep,   ///< those of the source
    spread, ///< those of the nearest visible pixels
};

/// "clear", "keep" or "spread".
constexpr std::string_view name_of(HiddenColors colors) {
    return colors == HiddenColors::clear ? "clear" : colors == HiddenColors::keep ? "keep" : "spread";
}

/// Gives pixels with alpha 0 the colours of the source, which has the same size.
void keep_hidden_colors(Image& image, const ImageView& source);
/// Gives pixels with alpha 0 the colour of the nearest visible pixel of their frame, of equally near ones the
/// first, row by row. The frames are below each other. Throws Error(cancelled).
void spread_hidden_colors(Image& image, std::size_t frames, const Progress& progress);
/// The value that most pixels with alpha 0 have, of equally frequent ones the smallest (R, G, B); (0,0,0,0)
/// without any.
Rgba8 most_hidden_value(const ImageView& image);

}
