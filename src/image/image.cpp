#include "image/image.h"

#include "base/error.h"

#include <algorithm>
#include <utility>

namespace huedrift {

bool is_opaque(const ImageView& image) {
    constexpr std::size_t block = 1 << 12; // without a branch for each pixel
    for (std::size_t begin = 0; begin < image.pixels.size(); begin += block) {
        std::uint8_t common = 255;
        for (const Rgba8 pixel : image.pixels.subspan(begin, std::min(block, image.pixels.size() - begin)))
            common &= pixel.a;
        if (common != 255) return false;
    }
    return true;
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
