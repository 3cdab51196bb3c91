#include "image/image.h"

#include "base/error.h"

#include <algorithm>

namespace huedrift {

bool is_opaque(const ImageView& image) {
    return std::ranges::all_of(image.pixels, [](Rgba8 pixel) { return pixel.a == 255; });
}

Image::Image(int width, int height, std::vector<Rgba8> pixels)
    : width_(width), height_(height), pixels_(std::move(pixels)) {
    if (width < 0 || height < 0 || pixels_.size() != std::size_t(width) * std::size_t(height))
        throw Error(ErrorKind::failed, "the picture's size does not fit its pixels");
}

}
