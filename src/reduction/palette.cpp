#include "reduction/palette.h"

#include "base/each_index.h"
#include "base/parallel.h"
#include "palette/sort_keys.h"
#include "reduction/gather.h"

#include <algorithm>
#include <functional>

namespace huedrift {
namespace {

/// The distinct 8-bit colours of a result; modes may share one.
struct ResultColors {
    std::vector<PaletteEntry> entries;   ///< ascending by code, without positions
    std::vector<std::uint32_t> of_modes; ///< per mode, an index into entries
};

ResultColors result_colors(const Reduction& reduction, const Progress& progress = {}) {
    const std::vector<Mode>& modes = reduction.modes;
    std::vector<std::uint64_t> order; // codes and indices
    order.reserve(modes.size());
    for (std::size_t mode = 0; mode < modes.size(); ++mode)
        order.push_back(std::uint64_t{modes[mode].color.code()} << 32 | mode);
    sort_keys(order, progress);
    ResultColors result{{}, std::vector<std::uint32_t>(modes.size())};
    each_index(order.size(), progress, [&](std::size_t i) {
        const auto mode = static_cast<std::uint32_t>(order[i]);
        if (result.entries.empty() || result.entries.back().color != modes[mode].color)
            result.entries.push_back({.color = modes[mode].color, .position = {}});
        PaletteEntry& entry = result.entries.back();
        entry.pixels += modes[mode].pixels;
        entry.colors += modes[mode].colors;
        result.of_modes[mode] = static_cast<std::uint32_t>(result.entries.size() - 1);
    });
    return result;
}

}

Palette unpack(const std::shared_ptr<const Reduction>& reduction, Transfer transfer,
               std::span<const Pin> pins, const Progress& progress) {
    ResultColors found = result_colors(*reduction, progress);
    const PositionTable position(transfer);
    std::vector<Rgb> pinned;
    for (const Pin& pin : pins) pinned.push_back(pin.color);
    std::ranges::sort(pinned);
    parallel_pieces(found.entries.size(), 1 << 12, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            PaletteEntry& entry = found.entries[i];
            entry.position = position(entry.color);
            entry.pinned = std::ranges::binary_search(pinned, entry.color);
        }
    });
    return {transfer, std::move(found.entries), {reduction, &reduction->mode_of}, std::move(found.of_modes)};
}

Palette unpack(const ColorSet& colors, const Progress& progress) {
    Palette palette{colors.transfer(), std::vector<PaletteEntry>(colors.size()), nullptr,
                    std::vector<std::uint32_t>(colors.size())};
    parallel_pieces(colors.size(), 1 << 14, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            palette.entries[i] = {colors.colors()[i], colors.positions()[i], colors.counts()[i], 1};
            palette.became[i] = static_cast<std::uint32_t>(i);
        }
    });
    palette.is_changed = true;
    return palette;
}

Reduction gather(const Palette& palette, const ColorSet& colors, const Progress& progress) {
    std::vector<Position> positions;
    positions.reserve(palette.entries.size());
    for (const PaletteEntry& entry : palette.entries) positions.push_back(entry.position);
    std::vector<std::uint32_t> index_of(colors.size());
    parallel_pieces(index_of.size(), 1 << 14, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) index_of[i] = palette.entry_of(i);
    });
    return gather_modes(colors, positions, index_of, progress);
}

std::vector<Swatch> palette(const Reduction& reduction) {
    std::vector<Swatch> swatches;
    for (const PaletteEntry& entry : result_colors(reduction).entries)
        swatches.push_back({.color = entry.color, .pixels = entry.pixels, .colors = entry.colors});
    sort_swatches(swatches, SwatchOrder::pixels);
    return swatches;
}

std::vector<std::uint32_t> members(const Reduction& reduction, const ColorSet& colors, Rgb color,
                                   std::size_t max) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < reduction.mode_of.size(); ++i)
        if (reduction.modes[reduction.mode_of[i]].color == color) found.push_back(i);
    std::ranges::stable_sort(found, std::greater<>(), [&](std::uint32_t i) { return colors.counts()[i]; });
    if (found.size() <= max) return found;
    for (std::size_t i = 0; i < max; ++i) found[i] = found[i * found.size() / max];
    found.resize(max);
    return found;
}

}
