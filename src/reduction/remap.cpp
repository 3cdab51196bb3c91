#include "reduction/remap.h"

#include "base/error.h"
#include "base/parallel.h"

#include <cassert>

namespace huedrift {

Remapping::Remapping(const ColorSet& colors, const Palette& palette)
    : index_(colors.index()), color_of_(colors.size()) {
    assert(palette.entry_of.size() == colors.size());
    parallel_indices(color_of_.size(), 1 << 14, [&](std::size_t i) { color_of_[i] = palette.color_of(i); });
}

void Remapping::operator()(std::span<const Rgba8> from, std::span<Rgba8> to) const {
    assert(to.size() == from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const Rgba8 pixel = from[i];
        if (pixel.a == 0) {
            to[i] = {};
        } else {
            const Rgb color = color_of_[index_[{pixel.r, pixel.g, pixel.b}]];
            to[i] = {color.r, color.g, color.b, pixel.a};
        }
    }
}

Image remap(Image image, const ColorSet& colors, const Palette& palette) {
    const Remapping remapping(colors, palette);
    parallel_ranges(image.pixels().size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
        const std::span<Rgba8> pixels = image.pixels().subspan(begin, end - begin);
        remapping(pixels, pixels);
    });
    return image;
}

Palette apply(const Palette& palette, const ColorSet& of, const ColorSet& colors) {
    assert(palette.entry_of.size() == of.size());
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
