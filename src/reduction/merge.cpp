#include "reduction/merge.h"

#include "base/parallel.h"
#include "palette/merge.h"
#include "palette/nearest_entry.h"

namespace huedrift {

Reduction merge_and_assign(Reduction reduction, const ColorSet& colors, std::span<const Height> heights,
                           const Options& options, const Progress& progress) {
    if (!needs_heights(options) || colors.empty()) return reduction;
    std::vector<Position> modes;
    modes.reserve(reduction.entries.size());
    for (const PaletteEntry& mode : reduction.entries) modes.push_back(mode.position);
    PaletteEntries entries(squared_merge_distance(options));
    const std::vector<std::uint32_t> entry_of_mode = entries.merge(modes, heights, progress);
    std::vector<std::uint32_t> entry_of(colors.size());
    for (std::size_t i = 0; i < entry_of.size(); ++i) entry_of[i] = entry_of_mode[reduction.entry_of[i]];
    Reduction result = assign(colors, entries.positions(), std::move(entry_of), options.assign, progress);
    result.statistics = std::move(reduction.statistics);
    return result;
}

Reduction assign(const ColorSet& colors, std::span<const Position> entries,
                 std::vector<std::uint32_t> entry_of, Assign assign, const Progress& progress) {
    if (assign == Assign::nearest) {
        const NearestEntry nearest(entries, progress);
        parallel_pieces(colors.size(), 1 << 12, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) entry_of[i] = nearest(colors.positions()[i]);
        });
    }
    return gather_modes(colors, entries, entry_of, progress);
}

}
