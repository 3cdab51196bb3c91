#include "labels/label_pixels.h"

#include "base/parallel.h"

namespace huedrift {

LabelPlane label_pixels(const ImageView& image, const ColorSet& colors,
                        std::span<const std::uint32_t> label_of, std::size_t palette_size,
                        const Progress& progress) {
    LabelPlane plane(image.width, image.height, palette_size);
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        const std::vector<Label> label_of_color(label_of.begin(), label_of.end());
        parallel_pieces(labels.size(), 1 << 16, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Rgba8 pixel = image.pixels[i];
                if (pixel.a != 0) labels[i] = label_of_color[colors.index()[{pixel.r, pixel.g, pixel.b}]];
            }
        });
    });
    return plane;
}

}
