#include "palette/small_shares.h"

#include "base/each_index.h"
#include "base/parallel.h"
#include "palette/nearest_entry.h"
#include "palette/sort_keys.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace huedrift {

std::vector<std::uint32_t> heaviest_first(std::span<const std::uint64_t> weights, const Progress& progress) {
    std::vector<std::uint32_t> order(weights.size());
    if (weights.empty()) return order;
    const std::uint64_t most = std::ranges::max(weights);
    const int index_bits = int(std::bit_width(weights.size() - 1));
    if (int(std::bit_width(most)) + index_bits <= 64) { // measured: a third of the time of longer keys
        std::vector<std::uint64_t> keys(weights.size());
        each_index(keys.size(), progress,
                   [&](std::size_t i) { keys[i] = (most - weights[i]) << index_bits | i; });
        sort_keys(keys, progress);
        const std::uint64_t index = (std::uint64_t{1} << index_bits) - 1;
        each_index(keys.size(), progress,
                   [&](std::size_t i) { order[i] = static_cast<std::uint32_t>(keys[i] & index); });
    } else {
        std::vector<hwy::uint128_t> keys(weights.size());
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {i, ~weights[i]};
        sort_keys(keys, progress);
        std::ranges::transform(keys, order.begin(),
                               [](const auto& key) { return static_cast<std::uint32_t>(key.lo); });
    }
    return order;
}

std::vector<std::uint32_t> join_rare(std::span<const PaletteEntry> entries,
                                     std::span<const std::uint64_t> pixels, std::uint64_t enough,
                                     const Progress& progress) {
    // The first of equally near entries must win.
    const std::vector<std::uint32_t> order = heaviest_first(pixels, progress);
    std::vector<Position> takers;
    std::vector<std::uint32_t> taker;
    takers.reserve(order.size());
    taker.reserve(order.size());
    each_index(order.size(), progress, [&](std::size_t rank) {
        const std::uint32_t i = order[rank];
        if (entries[i].exclusive || (!takers.empty() && pixels[i] < enough)) return;
        takers.push_back(entries[i].position);
        taker.push_back(i);
    });
    std::vector<std::uint32_t> becomes(entries.size());
    std::iota(becomes.begin(), becomes.end(), 0u);
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
    each_index(entries.size(), progress, [&](std::size_t i) {
        all += entries[i].pixels;
        pixels.push_back(entries[i].pixels);
    });
    return join_rare(entries, pixels, static_cast<std::uint64_t>(std::ceil(share * double(all))), progress);
}

}
