#include "image/image.h"

#include "base/error.h"

#include <algorithm>
#include <utility>

namespace huedrift {

bool is_opaque(const ImageView& image) {
    return std::ranges::all_of(image.pixels, [](Rgba8 pixel) { return pixel.a == 255; });
}

Image::Image(int width, int height, std::vector<Rgba8> pixels) {
    const auto owner = std::make_shared<std::vector<Rgba8>>(std::move(pixels));
    *this = Image(width, height, *owner, owner);
}

Image::Image(int width, int height, std::span<Rgba8> pixels, std::shared_ptr<void> owner)
    : width_(width), height_(height), pixels_(pixels), owner_(std::move(owner)) {
    if (width < 0 || height < 0 || pixels.size() != std::size_t(width) * std::size_t(height))
        throw Error(ErrorKind::failed, "the picture's size does not fit its pixels");
}

void Image::swap(Image& other) noexcept {
    std::swap(width_, other.width_);
    std::swap(height_, other.height_);
    std::swap(pixels_, other.pixels_);
    owner_.swap(other.owner_);
}

}
