#pragma once

#include "image/image.h"

namespace huedrift {

/// A picture with the colour color(x, y) at each place, row by row.
template <class Color>
Image painted(int width, int height, const Color& color) {
    Image image(width, height);
    for (int i = 0; i < width * height; ++i) image.pixels()[std::size_t(i)] = color(i % width, i / width);
    return image;
}

}
