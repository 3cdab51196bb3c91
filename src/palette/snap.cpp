#include "palette/snap.h"

#include "base/each_index.h"

#include <numeric>

namespace huedrift {
namespace {

/// For each entry the index of the first of its most frequent source colours.
std::vector<std::uint32_t> most_frequent(const Palette& palette, std::span<const std::uint32_t> counts,
                                         const Progress& progress) {
    std::vector<std::uint32_t> frequent(palette.entries.size()), most(palette.entries.size());
    each_index(counts.size(), progress, [&](std::size_t i) {
        const std::uint32_t entry = palette.entry_of[i];
        if (counts[i] <= most[entry]) return;
        most[entry] = counts[i];
        frequent[entry] = static_cast<std::uint32_t>(i);
    });
    return frequent;
}

}

Palette snapped(const Palette& palette, std::span<const Rgb> colors, std::span<const std::uint32_t> counts,
                const Progress& progress) {
    const std::vector<std::uint32_t> frequent = most_frequent(palette, counts, progress);
    const std::vector<std::uint64_t> pixels = counted_pixels(palette, counts, progress);
    const PositionTable position(palette.transfer);
    std::vector<PaletteEntry> entries;
    entries.reserve(palette.entries.size());
    each_index(palette.entries.size(), progress, [&](std::size_t i) {
        PaletteEntry& entry = entries.emplace_back(palette.entries[i]);
        if (entry.pinned || pixels[i] == 0 || 4 * std::uint64_t{counts[frequent[i]]} < pixels[i]) return;
        entry.color = colors[frequent[i]];
        entry.position = position(entry.color);
    });
    std::vector<std::uint32_t> own(entries.size());
    std::iota(own.begin(), own.end(), 0u);
    return replace_entries(palette, entries, own, progress);
}

}
