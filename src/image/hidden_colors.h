#pragma once

#include "base/progress.h"
#include "image/image.h"

#include <cstddef>
#include <string_view>

namespace huedrift {

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
/// The picture in which all pixels with alpha 0 have the most frequent of their colours, of equally frequent
/// ones the smallest (R, G, B).
Image with_one_hidden_color(const ImageView& image);

}
