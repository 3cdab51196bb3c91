#include "palette/merge.h"

#include "palette/heaviest_first.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace huedrift {

namespace {

/// So few entries are all looked at.
constexpr std::size_t few_entries = 32;

GridCell cell_of(const Position& position, std::int32_t beyond, int bits) {
    return {(position.l + beyond) >> bits, (position.a + beyond) >> bits, (position.b + beyond) >> bits};
}

}

// No two positions are farther apart than 2^26, and a cell has a few times that at most.
PaletteEntries::PaletteEntries(std::int64_t squared_distance)
    : limit_(squared_distance),
      reach_(static_cast<std::int32_t>(std::min(std::sqrt(double(squared_distance)) + 1, double(1 << 26)))),
      cell_bits_(std::bit_width(2 * static_cast<std::uint32_t>(reach_))) {}

std::uint32_t PaletteEntries::taker_of(const Position& mode) const {
    if (buckets_.empty()) {
        for (std::uint32_t entry = 0; entry < positions_.size(); ++entry)
            if (squared_distance(positions_[entry], mode) <= limit_) return entry;
        return none;
    }
    // What is within reach lies in one or two cells along each axis. Entries of other cells that share a
    // bucket are too far away.
    std::uint32_t taker = none;
    const GridCell low = cell_of(mode, -reach_, cell_bits_), high = cell_of(mode, reach_, cell_bits_);
    for (std::int32_t l = low.l; l <= high.l; ++l)
        for (std::int32_t a = low.a; a <= high.a; ++a)
            for (std::int32_t b = low.b; b <= high.b; ++b)
                for (std::uint32_t at = buckets_[bucket({l, a, b})].first; at < taker; at = after_[at])
                    if (squared_distance(positions_[at], mode) <= limit_) taker = at;
    return taker;
}

void PaletteEntries::link(std::uint32_t entry) {
    Bucket& bucket = buckets_[this->bucket(cell_of(positions_[entry], 0, cell_bits_))];
    after_[entry] = none;
    (bucket.first == none ? bucket.first : after_[bucket.last]) = entry;
    bucket.last = entry;
}

void PaletteEntries::add(const Position& mode) {
    const auto entry = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(mode);
    after_.push_back(none);
    if (positions_.size() <= few_entries) return;
    if (positions_.size() <= buckets_.size() / 2) return link(entry);
    buckets_.assign(4 * std::bit_ceil(positions_.size()), {});
    for (std::uint32_t one = 0; one <= entry; ++one) link(one);
}

MergedModes merge_modes(std::span<const Position> modes, std::span<const std::uint32_t> mode_of,
                        std::span<const std::uint64_t> densities, std::int64_t squared_distance) {
    constexpr std::uint32_t none = PaletteEntries::none;
    std::vector<std::uint32_t> densest(modes.size(), none); // the colour of each mode
    for (std::uint32_t i = 0; i < mode_of.size(); ++i) {
        std::uint32_t& best = densest[mode_of[i]];
        if (best == none || densities[i] > densities[best]) best = i;
    }
    // Of equal densities the smaller colour comes first, whatever the order of the modes.
    std::vector<std::uint32_t> colors(densest);
    if (!std::ranges::is_sorted(colors)) std::ranges::sort(colors);
    std::vector<std::uint64_t> weights;
    weights.reserve(colors.size());
    for (const std::uint32_t color : colors) weights.push_back(densities[color]);

    MergedModes merged{{}, std::vector<std::uint32_t>(modes.size())};
    PaletteEntries entries(squared_distance);
    for (const std::uint32_t rank : heaviest_first(weights)) {
        const std::uint32_t mode = mode_of[colors[rank]];
        std::uint32_t taker = entries.taker_of(modes[mode]);
        if (taker == none) {
            taker = static_cast<std::uint32_t>(merged.entries.size());
            merged.entries.push_back(mode);
            entries.add(modes[mode]);
        }
        merged.entry_of[mode] = taker;
    }
    return merged;
}

}
