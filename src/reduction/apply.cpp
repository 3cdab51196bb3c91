#include "reduction/apply.h"

#include "base/error.h"

namespace huedrift {

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
