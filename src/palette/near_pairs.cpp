#include "palette/near_pairs.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <hwy/contrib/sort/vqsort.h>
#include <mutex>

namespace huedrift {
namespace {

// A pair is sorted as one number of 128 bits.
static_assert(sizeof(Pair) == sizeof(hwy::uint128_t) && std::endian::native == std::endian::little);

/// Cells of neighbours have different keys; those of cells far apart may be the same.
constexpr std::uint64_t l_step = std::uint64_t{1} << 42, a_step = 1 << 21, b_step = 1;

/// The half of the cells around one that its pairs with the other half do not cover: a pair is found once.
constexpr std::array<std::uint64_t, 13> ahead = [] {
    std::array<std::uint64_t, 13> steps{};
    std::size_t count = 0;
    for (int l = 0; l <= 1; ++l)
        for (int a = -1; a <= 1; ++a)
            for (int b = -1; b <= 1; ++b)
                if (l > 0 || a > 0 || (a == 0 && b > 0))
                    steps[count++] =
                        std::uint64_t(l) * l_step + std::uint64_t(a) * a_step + std::uint64_t(b) * b_step;
    return steps;
}();

struct Entry {
    std::uint64_t cell;
    Place place;
};

class CellTable {
public:
    CellTable(std::span<const Place> places, double reach)
        : squared_reach_(static_cast<std::int64_t>(reach * reach)),
          shift_(64 - int(std::bit_width(2 * places.size()))), starts_((std::size_t{1} << (64 - shift_)) + 1),
          entries_(places.size()) {
        BoundingBox box;
        for (const Place& place : places) box.add(place.position);
        const double per_unit = 1 / (1.001 * reach + 1); // rounding cannot bring neighbours two cells apart
        const auto cell_of = [&](const Position& p) {
            const auto along = [&](std::int32_t at, std::int32_t low) {
                return static_cast<std::uint64_t>((double(at) - low) * per_unit);
            };
            return along(p.l, box.low.l) * l_step + along(p.a, box.low.a) * a_step +
                   along(p.b, box.low.b) * b_step;
        };
        std::vector<std::uint64_t> cells;
        cells.reserve(places.size());
        for (const Place& place : places) cells.push_back(cell_of(place.position));
        for (const std::uint64_t cell : cells) ++starts_[bucket(cell) + 1];
        for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
        std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
        for (std::size_t i = 0; i < places.size(); ++i)
            entries_[next[bucket(cells[i])]++] = {cells[i], places[i]};
    }

    std::size_t size() const { return entries_.size(); }

    /// Adds the pairs of the i-th entry with those after it in its cell and those in cells ahead.
    void add_pairs(std::size_t i, std::vector<Pair>& pairs) const {
        const Entry& entry = entries_[i];
        add_pairs(entry, entry.cell, i + 1, pairs);
        for (const std::uint64_t step : ahead) add_pairs(entry, entry.cell + step, 0, pairs);
    }

private:
    std::size_t bucket(std::uint64_t cell) const {
        return static_cast<std::size_t>(cell * 0x9e3779b97f4a7c15u >> shift_);
    }

    void add_pairs(const Entry& entry, std::uint64_t cell, std::size_t from, std::vector<Pair>& pairs) const {
        const std::size_t at = bucket(cell), end = starts_[at + 1];
        for (std::size_t j = std::max<std::size_t>(starts_[at], from); j < end; ++j) {
            if (entries_[j].cell != cell) continue;
            const Place &one = entry.place, &other = entries_[j].place;
            const std::int64_t squared = squared_distance(one.position, other.position);
            if (squared > squared_reach_ || (one.pinned && other.pinned)) continue;
            const std::uint64_t first = std::min(one.index, other.index),
                                second = std::max(one.index, other.index);
            pairs.push_back({first << 32 | second, static_cast<std::uint64_t>(squared)});
        }
    }

    std::int64_t squared_reach_;
    int shift_; ///< leaves the number of a bucket of a hash
    std::vector<std::uint32_t> starts_;
    std::vector<Entry> entries_; ///< by buckets
};

}

std::optional<std::vector<Pair>> near_pairs(std::span<const Place> places, double reach, std::size_t max) {
    const CellTable table(places, reach);
    std::vector<Pair> pairs;
    std::mutex adding;
    std::atomic<std::size_t> count = 0;
    constexpr std::size_t grain = 1024;
    parallel_ranges(table.size(), grain, [&](std::size_t begin, std::size_t end) {
        std::vector<Pair> found;
        for (std::size_t i = begin; i < end && count + found.size() <= max; ++i) table.add_pairs(i, found);
        count += found.size();
        const std::scoped_lock lock(adding);
        pairs.insert(pairs.end(), found.begin(), found.end());
    });
    if (pairs.size() > max) return std::nullopt;
    hwy::Sorter()(reinterpret_cast<hwy::uint128_t*>(pairs.data()), pairs.size(), hwy::SortAscending());
    return pairs;
}

}
