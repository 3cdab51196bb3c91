#include "image/alpha_mode.h"

#include "base/parallel.h"

namespace huedrift {
namespace {

/// (c A + m (255 - A)) / 255, rounded to nearest; 255 is odd, so there are no ties.
std::uint8_t over(int channel, int matte, int alpha) {
    return static_cast<std::uint8_t>((channel * alpha + matte * (255 - alpha) + 127) / 255);
}

Rgba8 with_alpha(Rgba8 pixel, const AlphaMode& mode) {
    switch (mode.kind) {
    case AlphaMode::Kind::keep:
    case AlphaMode::Kind::levels:
        break;
    case AlphaMode::Kind::threshold:
        return pixel.a >= mode.threshold ? Rgba8{pixel.r, pixel.g, pixel.b, 255} : Rgba8{};
    case AlphaMode::Kind::matte:
        return {over(pixel.r, mode.matte.r, pixel.a), over(pixel.g, mode.matte.g, pixel.a),
                over(pixel.b, mode.matte.b, pixel.a), 255};
    }
    return pixel;
}

}

Image with_alpha(const ImageView& image, const AlphaMode& mode) {
    Image result(image.width, image.height);
    parallel_ranges(image.pixels.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) result.pixels()[i] = with_alpha(image.pixels[i], mode);
    });
    return result;
}

}
