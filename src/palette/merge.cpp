#include "palette/merge.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace huedrift {

PaletteEntries::PaletteEntries(std::int64_t squared_distance)
    : limit_(squared_distance),
      cell_bits_(std::bit_width(static_cast<std::uint64_t>(std::sqrt(double(squared_distance)) + 1))) {}

GridCell PaletteEntries::cell_of(const Position& position) const {
    return {position.l >> cell_bits_, position.a >> cell_bits_, position.b >> cell_bits_};
}

std::uint32_t PaletteEntries::taker_of(const Position& mode) const {
    std::uint32_t taker = none;
    const auto consider = [&](std::uint32_t entry) {
        if (entry < taker && squared_distance(positions_[entry], mode) <= limit_) taker = entry;
    };
    constexpr std::size_t few = 27; // the number of cells to search
    if (positions_.size() <= few) {
        for (std::uint32_t entry = 0; entry < positions_.size(); ++entry) consider(entry);
        return taker;
    }
    const GridCell cell = cell_of(mode);
    for (std::int32_t l = cell.l - 1; l <= cell.l + 1; ++l) {
        for (std::int32_t a = cell.a - 1; a <= cell.a + 1; ++a) {
            for (std::int32_t b = cell.b - 1; b <= cell.b + 1; ++b) {
                const auto found = cells_.find({l, a, b});
                if (found != cells_.end()) std::ranges::for_each(found->second, consider);
            }
        }
    }
    return taker;
}

void PaletteEntries::add(const Position& mode) {
    cells_[cell_of(mode)].push_back(static_cast<std::uint32_t>(positions_.size()));
    positions_.push_back(mode);
}

MergedModes merge_modes(std::span<const Position> modes, std::span<const std::uint32_t> mode_of,
                        std::span<const std::uint64_t> densities, std::int64_t squared_distance) {
    constexpr std::uint32_t none = PaletteEntries::none;
    std::vector<std::uint32_t> densest(modes.size(), none); // the colour of each mode
    for (std::uint32_t i = 0; i < mode_of.size(); ++i) {
        std::uint32_t& best = densest[mode_of[i]];
        if (best == none || densities[i] > densities[best]) best = i;
    }
    std::vector<std::uint32_t> order(modes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](std::uint32_t x, std::uint32_t y) {
        const std::uint32_t i = densest[x], j = densest[y];
        return densities[i] != densities[j] ? densities[i] > densities[j] : i < j;
    });

    MergedModes merged{{}, std::vector<std::uint32_t>(modes.size())};
    PaletteEntries entries(squared_distance);
    for (const std::uint32_t mode : order) {
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
