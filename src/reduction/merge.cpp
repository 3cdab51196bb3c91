#include "reduction/merge.h"

#include "base/parallel.h"
#include "palette/merge.h"
#include "palette/nearest_entry.h"

namespace huedrift {

Reduction merge_and_assign(Reduction reduction, const ColorSet& colors,
                           std::span<const std::uint64_t> densities, const Options& options) {
    if (!needs_densities(options) || colors.empty()) return reduction;
    std::vector<Position> modes;
    for (const Mode& mode : reduction.modes) modes.push_back(mode.position);
    const MergedModes merged =
        merge_modes(modes, reduction.mode_of, densities, squared_merge_distance(options));
    std::vector<Position> entries;
    for (const std::uint32_t mode : merged.entries) entries.push_back(modes[mode]);

    std::vector<std::uint32_t> entry_of(colors.size());
    const NearestEntry nearest(entries);
    parallel_ranges(colors.size(), 1 << 12, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            entry_of[i] = options.assign == Assign::nearest ? nearest(colors.positions()[i])
                                                            : merged.entry_of[reduction.mode_of[i]];
    });
    Reduction result = gather_modes(colors, entries, entry_of);
    result.statistics = std::move(reduction.statistics);
    return result;
}

}
