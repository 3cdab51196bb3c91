#include "palette/snap.h"

#include <numeric>

namespace huedrift {
namespace {

/// For each entry the index of the first of its most frequent source colours.
std::vector<std::uint32_t> most_frequent(const Palette& palette, std::span<const std::uint32_t> counts) {
    std::vector<std::uint32_t> frequent(palette.entries.size()), most(palette.entries.size());
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
        const std::uint32_t entry = palette.entry_of(i);
        if (counts[i] <= most[entry]) continue;
        most[entry] = counts[i];
        frequent[entry] = i;
    }
    return frequent;
}

}

Palette snapped(const Palette& palette, std::span<const Rgb> colors, std::span<const std::uint32_t> counts) {
    std::vector<PaletteEntry> entries = palette.entries;
    const std::vector<std::uint32_t> frequent = most_frequent(palette, counts);
    const std::vector<std::uint64_t> pixels = counted_pixels(palette, counts);
    const PositionTable position(palette.transfer);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].pinned || pixels[i] == 0) continue;
        if (4 * std::uint64_t{counts[frequent[i]]} < pixels[i]) continue;
        entries[i].color = colors[frequent[i]];
        entries[i].position = position(entries[i].color);
    }
    std::vector<std::uint32_t> own(entries.size());
    std::iota(own.begin(), own.end(), 0u);
    return replaced(palette, entries, own);
}

}
