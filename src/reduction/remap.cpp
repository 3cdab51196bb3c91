#include "reduction/remap.h"

#include "base/parallel.h"

namespace huedrift {

Image remap(Image image, const ColorSet& colors, const Palette& palette) {
    std::vector<Rgb> color_of(colors.size());
    parallel_ranges(color_of.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) color_of[i] = palette.color_of(i);
    });
    parallel_ranges(image.pixels().size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
        for (Rgba8& pixel : image.pixels().subspan(begin, end - begin)) {
            if (pixel.a == 0) {
                pixel = {};
            } else {
                const Rgb color = color_of[colors.index()[{pixel.r, pixel.g, pixel.b}]];
                pixel = {color.r, color.g, color.b, pixel.a};
            }
        }
    });
    return image;
}

}
