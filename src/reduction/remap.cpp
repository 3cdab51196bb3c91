#include "reduction/remap.h"

#include "base/error.h"
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

Palette apply(const Palette& palette, const ColorSet& of, const ColorSet& colors) {
    Palette result{.transfer = palette.transfer,
                   .entries = palette.entries,
                   .entry_of = std::vector<std::uint32_t>(colors.size()),
                   .colors_found = palette.colors_found};
    for (PaletteEntry& entry : result.entries) entry.colors = 0, entry.pixels = 0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const Rgb color = colors.colors()[i];
        if (!of.index().contains(color))
            throw Error(ErrorKind::input, "its colour " + hex_code(color) + " was not counted");
        result.entry_of[i] = palette.entry_of[of.index()[color]];
        PaletteEntry& entry = result.entries[result.entry_of[i]];
        entry.pixels += colors.counts()[i];
        ++entry.colors;
    }
    return result;
}

}
