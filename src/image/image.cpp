#include "image/image.h"

#include "base/error.h"
#include "image/animation.h"

#include <algorithm>
#include <cassert>
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

ImageView frame_of(const ImageView& frames, std::size_t count, std::size_t i) {
    assert(frames.is_whole() && i < count && frames.height % static_cast<int>(count) == 0);
    const std::size_t size = frames.pixels.size() / count;
    return {frames.width, frames.height / static_cast<int>(count), frames.pixels.subspan(i * size, size)};
}

double shown_seconds(const Delay& delay) {
    assert(delay.denominator > 0);
    const bool too_short = 100 * delay.numerator <= delay.denominator;
    return too_short ? 0.1 : double(delay.numerator) / double(delay.denominator);
}

std::vector<std::uint16_t> in_hundredths(std::span<const Delay> delays) {
    std::vector<std::uint16_t> hundredths;
    double rest = 0; // the remainder of rounding, at most one half
    for (const Delay& delay : delays) {
        assert(delay.denominator > 0);
        const double exact = 100.0 * delay.numerator / delay.denominator + rest;
        const double rounded = static_cast<double>(static_cast<std::int64_t>(exact + 0.5));
        rest = exact - rounded;
        hundredths.push_back(static_cast<std::uint16_t>(std::min(rounded, 65535.0)));
    }
    return hundredths;
}

}
