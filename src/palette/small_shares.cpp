#include "palette/small_shares.h"

#include "base/parallel.h"
#include "palette/nearest_entry.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace huedrift {

std::vector<std::uint32_t> join_rare(std::span<const PaletteEntry> entries,
                                     std::span<const std::uint64_t> pixels, std::uint64_t enough,
                                     const Progress& progress) {
    std::vector<std::uint32_t> becomes(entries.size());
    std::iota(becomes.begin(), becomes.end(), 0u);
    // The first of equally near entries must win.
    std::vector<std::uint32_t> order = becomes;
    std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t i) { return pixels[i]; });
    std::vector<Position> takers;
    std::vector<std::uint32_t> taker;
    for (const std::uint32_t i : order) {
        if (entries[i].exclusive || (!takers.empty() && pixels[i] < enough)) continue;
        takers.push_back(entries[i].position);
        taker.push_back(i);
    }
    if (takers.empty()) return becomes;

    const NearestEntry nearest(takers, progress);
    parallel_pieces(becomes.size(), 512, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (!entries[i].pinned && pixels[i] < enough) becomes[i] = taker[nearest(entries[i].position)];
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
