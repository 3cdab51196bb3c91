#include "palette/merge.h"

#include "base/parallel.h"
#include "base/sort_parts.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <functional>

namespace huedrift {

namespace {

/// Up to this number of entries, all are compared.
constexpr std::size_t few_entries = 32;

/// The indices of the cell around a position, moved by `beyond`, along the axes.
Position cell_of(const Position& position, std::int32_t beyond, int bits) {
    assert(bits >= 0 && bits < 31);
    return {(position.l + beyond) >> bits, (position.a + beyond) >> bits, (position.b + beyond) >> bits};
}

/// The indices of the heights: highest first, equal ones by index.
std::vector<std::uint32_t> highest_first(std::span<const Height> heights, const Progress& progress) {
    std::vector<std::uint32_t> order = indices_below(heights.size());
    const auto is_before = [&](std::uint32_t i, std::uint32_t j) {
        return heights[i] != heights[j] ? heights[i] > heights[j] : i < j;
    };
    sort_parts(std::span(order), is_before, progress);
    return order;
}

}

// Positions are at most 2^26 apart, and a cell at most a few times that wide.
PaletteEntries::PaletteEntries(std::int64_t squared_distance)
    : limit_(squared_distance),
      reach_(static_cast<std::int32_t>(std::min(std::sqrt(double(squared_distance)) + 1, double(1 << 26)))),
      cell_bits_(std::bit_width(2 * static_cast<std::uint32_t>(reach_))) {
    assert(squared_distance >= 0);
}

std::uint32_t PaletteEntries::taker_of(const Position& mode, std::uint32_t first) const {
    if (buckets_.empty()) {
        for (std::uint32_t entry = first; entry < positions_.size(); ++entry)
            if (squared_distance(positions_[entry], mode) <= limit_) return entry;
        return none;
    }
    // Positions within reach lie in one or two cells along each axis. Entries of other cells in the same
    // bucket are too far away.
    std::uint32_t taker = none;
    const Position low = cell_of(mode, -reach_, cell_bits_), high = cell_of(mode, reach_, cell_bits_);
    for (std::int32_t l = low.l; l <= high.l; ++l)
        for (std::int32_t a = low.a; a <= high.a; ++a)
            for (std::int32_t b = low.b; b <= high.b; ++b) {
                const Bucket& near = buckets_[bucket({l, a, b})];
                if (near.last == none || near.last < first) continue;
                for (std::uint32_t at = near.first; at < taker; at = links_[at].after)
                    if (at >= first && squared_distance(links_[at].position, mode) <= limit_) taker = at;
            }
    return taker;
}

void PaletteEntries::link(std::uint32_t entry) {
    assert(std::has_single_bit(buckets_.size()) && entry < links_.size());
    Bucket& bucket = buckets_[this->bucket(cell_of(positions_[entry], 0, cell_bits_))];
    links_[entry].after = none;
    if (bucket.first == none) {
        bucket.first = entry;
    } else {
        links_[bucket.last].after = entry;
    }
    bucket.last = entry;
}

void PaletteEntries::add(const Position& mode) {
    const auto entry = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(mode);
    links_.push_back({mode, none});
    if (positions_.size() <= few_entries) return;
    if (positions_.size() <= buckets_.size() / 2) {
        link(entry);
        return;
    }
    buckets_.assign(4 * std::bit_ceil(positions_.size()), {});
    for (std::uint32_t one = 0; one <= entry; ++one) link(one);
}

std::vector<std::uint32_t> PaletteEntries::merge(std::span<const Position> modes,
                                                 std::span<const Height> heights, const Progress& progress) {
    assert(modes.size() == heights.size());
    assert(std::ranges::is_sorted(modes, std::less_equal<>()) && "ascending, without equal ones");
    std::vector<std::uint32_t> entry_of(modes.size());
    const std::vector<std::uint32_t> order = highest_first(heights, progress);
    // Of a part of the modes, all threads find those that an earlier entry takes. One thread then goes
    // through the others, which only entries of the same part can take.
    for (std::span<const std::uint32_t> rest = order; !rest.empty();) {
        progress.throw_if_cancelled();
        const auto before = static_cast<std::uint32_t>(positions_.size());
        const auto part = rest.first(std::min(rest.size(), std::clamp<std::size_t>(before, 1 << 8, 1 << 14)));
        rest = rest.subspan(part.size());
        parallel_ranges(part.size(), 1 << 7, [&](std::size_t begin, std::size_t end) {
            for (const std::uint32_t mode : part.subspan(begin, end - begin))
                entry_of[mode] = taker_of(modes[mode], 0);
        });
        for (const std::uint32_t mode : part) {
            if (entry_of[mode] != none) continue;
            entry_of[mode] = taker_of(modes[mode], before);
            if (entry_of[mode] != none) continue;
            entry_of[mode] = static_cast<std::uint32_t>(positions_.size());
            add(modes[mode]);
        }
    }
    return entry_of;
}

}
