#include "palette/small_shares.h"

#include "palette/nearest_entry.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace huedrift {

std::vector<std::uint32_t> join_small_shares(std::span<const Swatch> colors,
                                             std::span<const Position> positions,
                                             const std::vector<bool>& pinned, double share) {
    std::uint64_t all = 0;
    for (const Swatch& color : colors) all += color.pixels;
    const auto enough = static_cast<std::uint64_t>(std::ceil(share * double(all)));

    // Sorted so that the first of equally near colours is the one to win.
    std::vector<std::uint32_t> order(colors.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t i) { return colors[i].pixels; });
    std::vector<Position> takers;
    for (const std::uint32_t i : order)
        if (takers.empty() || colors[i].pixels >= enough) takers.push_back(positions[i]);

    const NearestEntry nearest(takers);
    std::vector<std::uint32_t> becomes(colors.size());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
        const std::uint32_t color = order[rank];
        const bool stays = rank < takers.size() || pinned[color];
        becomes[color] = stays ? color : order[nearest(positions[color])];
    }
    return becomes;
}

}
