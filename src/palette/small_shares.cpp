#include "palette/small_shares.h"

#include "base/parallel.h"
#include "palette/heaviest_first.h"
#include "palette/nearest_entry.h"

#include <cmath>

namespace huedrift {

std::vector<std::uint32_t> join_small_shares(std::span<const Swatch> colors,
                                             std::span<const Position> positions,
                                             const std::vector<bool>& pinned, double share) {
    std::uint64_t all = 0;
    for (const Swatch& color : colors) all += color.pixels;
    const auto enough = static_cast<std::uint64_t>(std::ceil(share * double(all)));

    // The first of equally near colours is the one to win.
    std::vector<std::uint64_t> pixels;
    pixels.reserve(colors.size());
    for (const Swatch& color : colors) pixels.push_back(color.pixels);
    const std::vector<std::uint32_t> order = heaviest_first(pixels);
    std::vector<Position> takers;
    for (const std::uint32_t i : order)
        if (takers.empty() || colors[i].pixels >= enough) takers.push_back(positions[i]);

    const NearestEntry nearest(takers);
    std::vector<std::uint32_t> becomes(colors.size());
    parallel_ranges(order.size(), 512, [&](std::size_t begin, std::size_t end) {
        for (std::size_t rank = begin; rank < end; ++rank) {
            const std::uint32_t color = order[rank];
            const bool stays = rank < takers.size() || pinned[color];
            becomes[color] = stays ? color : order[nearest(positions[color])];
        }
    });
    return becomes;
}

}
