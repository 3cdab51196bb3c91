#include "palette/small_shares.h"

#include "base/each_index.h"
#include "base/parallel.h"
#include "palette/heaviest_first.h"
#include "palette/nearest_entry.h"

#include <cmath>

namespace huedrift {

std::vector<std::uint32_t> join_rare(std::span<const PaletteEntry> entries,
                                     std::span<const std::uint64_t> pixels, std::uint64_t enough,
                                     const Progress& progress) {
    // The first of equally near entries must win.
    const std::vector<std::uint32_t> order = heaviest_first(pixels, progress);
    std::vector<Position> takers;
    takers.reserve(order.size());
    each_index(order.size(), progress, [&](std::size_t rank) {
        const std::uint32_t i = order[rank];
        if (takers.empty() || pixels[i] >= enough) takers.push_back(entries[i].position);
    });

    const NearestEntry nearest(takers, progress);
    std::vector<std::uint32_t> becomes(entries.size());
    parallel_pieces(order.size(), 512, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t rank = begin; rank < end; ++rank) {
            const std::uint32_t i = order[rank];
            const bool stays = rank < takers.size() || entries[i].pinned;
            becomes[i] = stays ? i : order[nearest(entries[i].position)];
        }
    });
    return becomes;
}

std::vector<std::uint32_t> join_small_shares(std::span<const PaletteEntry> entries, double share,
                                             const Progress& progress) {
    std::uint64_t all = 0;
    std::vector<std::uint64_t> pixels;
    pixels.reserve(entries.size());
    for (const PaletteEntry& entry : entries) {
        all += entry.pixels;
        pixels.push_back(entry.pixels);
    }
    return join_rare(entries, pixels, static_cast<std::uint64_t>(std::ceil(share * double(all))), progress);
}

}
