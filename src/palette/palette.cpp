#include "palette/palette.h"

#include "base/parallel.h"
#include "palette/sort_keys.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace huedrift {
namespace {

/// Codes above indices, so that they sort by code.
std::uint64_t key_of(const PaletteEntry& entry, std::size_t index) {
    return std::uint64_t{entry.color.code()} << 32 | index;
}

std::size_t distinct_codes(std::span<const std::uint64_t> ascending) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < ascending.size(); ++i)
        count += i == 0 || ascending[i] >> 32 != ascending[i - 1] >> 32;
    return count;
}

/// For each entry the index of the first of its most frequent source colours.
std::vector<std::uint32_t> most_frequent(const Palette& palette, std::span<const std::uint32_t> counts,
                                         const Progress& progress) {
    std::vector<std::uint32_t> frequent(palette.entries.size()), most(palette.entries.size());
    assert(counts.size() == palette.entry_of.size());
    each_index(counts.size(), progress, [&](std::size_t i) {
        const std::uint32_t entry = palette.entry_of[i];
        assert(entry < most.size());
        if (counts[i] <= most[entry]) return;
        most[entry] = counts[i];
        frequent[entry] = static_cast<std::uint32_t>(i);
    });
    return frequent;
}

}

Palette start_steps(const Palette& found, std::span<const Rgb> pins, const Progress& progress,
                    std::span<const Rgb> exclusive) {
    std::vector<Rgb> pinned(pins.begin(), pins.end()), alone(exclusive.begin(), exclusive.end());
    std::ranges::sort(pinned);
    std::ranges::sort(alone);
    const PositionTable position(found.transfer);
    std::vector<PaletteEntry> entries(found.entries.size());
    std::vector<std::uint32_t> becomes(entries.size());
    parallel_indices(entries.size(), 1 << 12, progress, [&](std::size_t i) {
        const PaletteEntry& entry = found.entries[i];
        const bool lies_at_color = entry.position == position(entry.color); // else it may look like a pin
        const Rgb color = lies_at_color ? entry.color : apart_from(alone, entry.color);
        entries[i] = {.color = color,
                      .position = position(color),
                      .pinned = std::ranges::binary_search(pinned, color),
                      .exclusive = std::ranges::binary_search(alone, color)};
        becomes[i] = static_cast<std::uint32_t>(i);
    });
    Palette palette = replace_entries(found, entries, becomes, progress);
    palette.colors_found = palette.entries.size();
    return palette;
}

std::vector<Rgb> exclusive_colors(const Palette& palette) {
    std::vector<Rgb> colors;
    for (const PaletteEntry& entry : palette.entries)
        if (entry.exclusive) colors.push_back(entry.color);
    std::ranges::sort(colors);
    return colors;
}

Rgb apart_from(std::span<const Rgb> exclusive, Rgb color) {
    assert(exclusive.size() < rgb_codes);
    const std::uint32_t code = color.code();
    for (std::uint32_t bits = 1; std::ranges::binary_search(exclusive, color); ++bits)
        color = Rgb::from_code(code ^ bits);
    return color;
}

Palette replace_entries(const Palette& palette, std::span<const PaletteEntry> others,
                        std::span<const std::uint32_t> becomes, const Progress& progress) {
    assert(becomes.size() == palette.entries.size());
    std::vector<bool> used(others.size(), false);
    each_index(becomes.size(), progress, [&](std::size_t i) {
        assert(becomes[i] < others.size());
        used[becomes[i]] = true;
    });
    std::vector<std::uint64_t> order;
    each_index(others.size(), progress, [&](std::size_t other) {
        if (used[other]) order.push_back(key_of(others[other], other));
    });
    sort_keys(order, progress);

    Palette result{.transfer = palette.transfer,
                   .counted = palette.counted,
                   .notes = palette.notes,
                   .colors_found = palette.colors_found};
    std::vector<PaletteEntry>& entries = result.entries;
    entries.reserve(distinct_codes(order)); // growing copies all of them at once
    std::vector<std::uint32_t> index_of(others.size());
    each_index(order.size(), progress, [&](std::size_t i) {
        const auto number = static_cast<std::uint32_t>(order[i]);
        const PaletteEntry& entry = others[number];
        assert(entries.empty() || entries.back().color <= entry.color);
        if (entries.empty() || entries.back().color != entry.color)
            entries.push_back({.color = entry.color,
                               .position = entry.position,
                               .pinned = entry.pinned,
                               .exclusive = entry.exclusive});
        entries.back().pinned |= entry.pinned;
        index_of[number] = static_cast<std::uint32_t>(entries.size() - 1);
    });
    each_index(becomes.size(), progress, [&](std::size_t i) {
        PaletteEntry& entry = entries[index_of[becomes[i]]];
        entry.pixels += palette.entries[i].pixels;
        entry.colors += palette.entries[i].colors;
    });
    result.entry_of.resize(palette.entry_of.size());
    parallel_indices(result.entry_of.size(), 1 << 14, progress,
                     [&](std::size_t i) { result.entry_of[i] = index_of[becomes[palette.entry_of[i]]]; });
    return result;
}

std::vector<Position> positions_of(std::span<const Rgb> colors, Transfer transfer, const Progress& progress) {
    const PositionTable position(transfer);
    std::vector<Position> positions(colors.size());
    parallel_indices(positions.size(), 1 << 12, progress,
                     [&](std::size_t i) { positions[i] = position(colors[i]); });
    return positions;
}

std::vector<Position> positions_of(std::span<const PaletteEntry> entries) {
    std::vector<Position> positions(entries.size());
    std::ranges::transform(entries, positions.begin(), &PaletteEntry::position);
    return positions;
}

std::vector<PaletteEntry> entries_of(std::span<const Rgb> colors, Transfer transfer) {
    const std::vector<Position> positions = positions_of(colors, transfer);
    std::vector<PaletteEntry> entries;
    entries.reserve(colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i)
        entries.push_back({.color = colors[i], .position = positions[i]});
    return entries;
}

std::vector<std::uint64_t> counted_pixels(const Palette& palette, std::span<const std::uint32_t> counted,
                                          const Progress& progress) {
    assert(counted.size() == palette.entry_of.size());
    std::vector<std::uint64_t> pixels(palette.entries.size());
    each_index(counted.size(), progress, [&](std::size_t i) { pixels[palette.entry_of[i]] += counted[i]; });
    return pixels;
}

std::vector<Rgb> distinct_colors(const Palette& palette) {
    std::vector<Rgb> colors(palette.entries.size());
    std::ranges::transform(palette.entries, colors.begin(), &PaletteEntry::color);
    std::ranges::sort(colors);
    colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
    return colors;
}

std::vector<Swatch> swatches_of(const Palette& palette, const Progress& progress) {
    std::vector<std::uint64_t> order(palette.entries.size());
    each_index(order.size(), progress, [&](std::size_t i) { order[i] = key_of(palette.entries[i], i); });
    sort_keys(order, progress);
    std::vector<Swatch> swatches;
    swatches.reserve(distinct_codes(order));
    each_index(order.size(), progress, [&](std::size_t i) {
        const PaletteEntry& entry = palette.entries[static_cast<std::uint32_t>(order[i])];
        if (swatches.empty() || swatches.back().color != entry.color)
            swatches.push_back({.color = entry.color});
        swatches.back().pixels += entry.pixels;
        swatches.back().colors += entry.colors;
    });
    order = {};
    sort_swatches(swatches, SwatchOrder::pixels, progress);
    return swatches;
}

std::vector<std::uint32_t> members(const Palette& palette, std::span<const std::uint32_t> counts, Rgb color,
                                   std::size_t max) {
    assert(counts.size() == palette.entry_of.size());
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < palette.entry_of.size(); ++i)
        if (palette.color_of(i) == color) found.push_back(i);
    std::ranges::stable_sort(found, std::greater<>(), [&](std::uint32_t i) { return counts[i]; });
    if (found.size() <= max) return found;
    for (std::size_t i = 0; i < max; ++i) found[i] = found[i * found.size() / max];
    found.resize(max);
    return found;
}

Palette snapped(const Palette& palette, std::span<const Rgb> colors, std::span<const std::uint32_t> counts,
                const Progress& progress) {
    assert(colors.size() == counts.size());
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
    return replace_entries(palette, entries, indices_below(entries.size()), progress);
}

}
