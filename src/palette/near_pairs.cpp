#include "palette/near_pairs.h"

#include "base/each_index.h"
#include "palette/sort_keys.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <tuple>

namespace huedrift {
namespace {

// A pair is sorted as one number of 128 bits.
static_assert(sizeof(Pair) == sizeof(hwy::uint128_t) && std::endian::native == std::endian::little);

bool is_before(const Pair& one, const Pair& other) {
    return std::tie(one.squared_distance, one.indices) < std::tie(other.squared_distance, other.indices);
}

/// A grid of cells as wide as the reach. Empty cells surround it, so that every cell has neighbours:
/// consecutive ones within a row, rows at fixed steps.
class CellGrid {
public:
    CellGrid(std::span<const Place> places, double reach, const Progress& progress)
        : squared_reach_(static_cast<std::int64_t>(reach * reach)) {
        BoundingBox box;
        each_index(places.size(), progress, [&](std::size_t i) { box.add(places[i].position); });
        double side = 1.001 * reach + 1; // rounding cannot bring neighbours two cells apart
        std::array<double, 3> counts{};
        const auto count = [&] {
            for (std::size_t axis = 0; axis < 3; ++axis)
                counts[axis] = std::floor(double(box.sides()[axis]) / side) + 3;
            return counts[0] * counts[1] * counts[2];
        };
        while (count() > double(16 * places.size() + 64)) side *= 1.25;
        row_ = static_cast<std::uint32_t>(counts[2]);
        layer_ = row_ * static_cast<std::uint32_t>(counts[1]);
        starts_ = zeros<std::uint32_t>(layer_ * static_cast<std::size_t>(counts[0]) + 1, progress);

        const double per_unit = 1 / side;
        const auto along = [&](std::int32_t at, std::int32_t low) {
            return static_cast<std::uint32_t>((double(at) - low) * per_unit) + 1;
        };
        std::vector<std::uint32_t> cells(places.size());
        each_index(places.size(), progress, [&](std::size_t i) {
            const Position& p = places[i].position;
            cells[i] = along(p.l, box.low.l) * layer_ + along(p.a, box.low.a) * row_ + along(p.b, box.low.b);
            ++starts_[cells[i]];
        });
        std::uint32_t before = 0;
        each_index(starts_.size(), progress, [&](std::size_t i) { starts_[i] = before += starts_[i]; });
        entries_ = zeros<Entry>(places.size(), progress);
        // Moves each start back from the next cell's to its own.
        each_index(places.size(), progress, [&](std::size_t after) {
            const std::size_t i = places.size() - 1 - after;
            entries_[--starts_[cells[i]]] = {places[i], cells[i]};
        });
    }

    std::size_t size() const { return entries_.size(); }

    /// Adds the pairs of the i-th entry with later ones in its cell and with those in half of the cells
    /// around it, so that each pair is found once.
    void add_pairs(std::size_t i, std::vector<Pair>& pairs) const {
        const auto& [place, cell] = entries_[i];
        add_pairs(place, i + 1, starts_[cell + 2], pairs);
        for (const std::uint32_t ahead : {row_, layer_ - row_, layer_, layer_ + row_})
            add_pairs(place, starts_[cell + ahead - 1], starts_[cell + ahead + 2], pairs);
    }

private:
    struct Entry {
        Place place;
        std::uint32_t cell;
    };

    void add_pairs(const Place& one, std::size_t begin, std::size_t end, std::vector<Pair>& pairs) const {
        for (std::size_t j = begin; j < end; ++j) {
            const Place& other = entries_[j].place;
            const std::int64_t squared = squared_distance(one.position, other.position);
            if (squared > squared_reach_ || (one.pinned && other.pinned)) continue;
            const std::uint64_t first = std::min(one.index, other.index),
                                second = std::max(one.index, other.index);
            pairs.push_back({first << 32 | second, static_cast<std::uint64_t>(squared)});
        }
    }

    std::int64_t squared_reach_;
    std::uint32_t row_, layer_;         ///< cells of a row along b, and of a layer of rows
    std::vector<std::uint32_t> starts_; ///< of each cell
    std::vector<Entry> entries_;        ///< by cells
};

}

std::optional<std::vector<Pair>> near_pairs(std::span<const Place> places, double reach, std::size_t max,
                                            const Progress& progress) {
    const CellGrid grid(places, reach, progress);
    std::vector<std::vector<Pair>> pieces;
    std::mutex adding;
    std::atomic<std::size_t> count = 0;
    constexpr std::size_t grain = 1024;
    parallel_pieces(grid.size(), grain, progress, [&](std::size_t begin, std::size_t end) {
        std::vector<Pair> found;
        for (std::size_t i = begin; i < end && count + found.size() <= max; ++i) grid.add_pairs(i, found);
        count += found.size();
        const std::scoped_lock lock(adding);
        pieces.push_back(std::move(found));
    });
    if (count > max) return std::nullopt;
    std::vector<Pair> pairs;
    pairs.reserve(count); // growing copies all of them at once
    for (std::vector<Pair>& piece : pieces) {
        progress.throw_if_cancelled();
        pairs.insert(pairs.end(), piece.begin(), piece.end());
        std::vector<Pair>().swap(piece);
    }
    sort_parts(std::span(pairs), is_before, progress, [](std::span<Pair> part) {
        hwy::Sorter()(reinterpret_cast<hwy::uint128_t*>(part.data()), part.size(), hwy::SortAscending());
    });
    return pairs;
}

}
