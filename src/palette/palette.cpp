#include "palette/palette.h"

#include "base/each_index.h"
#include "base/parallel.h"
#include "palette/sort_keys.h"

#include <utility>

namespace huedrift {

std::vector<std::uint64_t> counted_pixels(const Palette& palette, std::span<const std::uint32_t> counted,
                                          const Progress& progress) {
    std::vector<std::uint64_t> pixels(palette.entries.size());
    each_index(counted.size(), progress, [&](std::size_t i) { pixels[palette.entry_of(i)] += counted[i]; });
    return pixels;
}

std::vector<PaletteEntry> entries_of(std::span<const Rgb> colors, Transfer transfer) {
    const PositionTable position(transfer);
    std::vector<PaletteEntry> entries(colors.size());
    parallel_ranges(entries.size(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            entries[i] = {.color = colors[i], .position = position(colors[i])};
    });
    return entries;
}

namespace {

std::size_t distinct_codes(std::span<const std::uint64_t> ascending) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < ascending.size(); ++i)
        count += i == 0 || ascending[i] >> 32 != ascending[i - 1] >> 32;
    return count;
}

}

Palette replaced(const Palette& palette, std::span<const PaletteEntry> others,
                 std::span<const std::uint32_t> becomes, const Progress& progress) {
    std::vector<bool> used(others.size(), false);
    each_index(becomes.size(), progress, [&](std::size_t i) { used[becomes[i]] = true; });
    std::vector<std::uint64_t> order; // codes and indices
    each_index(others.size(), progress, [&](std::size_t other) {
        if (used[other]) order.push_back(std::uint64_t{others[other].color.code()} << 32 | other);
    });
    sort_keys(order, progress);

    std::vector<PaletteEntry> entries;
    entries.reserve(distinct_codes(order)); // growing copies all of them at once
    std::vector<std::uint32_t> index_of(others.size());
    each_index(order.size(), progress, [&](std::size_t i) {
        const auto other = static_cast<std::uint32_t>(order[i]);
        const PaletteEntry& entry = others[other];
        if (entries.empty() || entries.back().color != entry.color)
            entries.push_back({.color = entry.color, .position = entry.position, .pinned = entry.pinned});
        index_of[other] = static_cast<std::uint32_t>(entries.size() - 1);
    });
    each_index(becomes.size(), progress, [&](std::size_t i) {
        PaletteEntry& entry = entries[index_of[becomes[i]]];
        entry.pixels += palette.entries[i].pixels;
        entry.colors += palette.entries[i].colors;
    });
    std::vector<std::uint32_t> became(palette.became.size());
    each_index(became.size(), progress,
               [&](std::size_t i) { became[i] = index_of[becomes[palette.became[i]]]; });
    return {palette.transfer,
            std::move(entries),
            palette.group_of,
            std::move(became),
            palette.counted,
            palette.notes,
            true};
}

}
