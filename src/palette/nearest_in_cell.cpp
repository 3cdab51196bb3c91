#include "palette/nearest_in_cell.h"

#include <algorithm>
#include <limits>

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "palette/nearest_in_cell.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Squared distances are below 2^53, so doubles hold them exactly.
HWY_INLINE std::uint32_t nearest_of(std::span<const NearestInCell::Chunk> chunks, const Position& position) {
    using Chunk = NearestInCell::Chunk;
    const hn::CappedTag<double, Chunk::size> d;
    const hn::Rebind<std::int32_t, decltype(d)> d32;
    const auto l = hn::Set(d32, position.l), a = hn::Set(d32, position.a), b = hn::Set(d32, position.b);
    const auto apart = [&](const std::int32_t* at, auto from)
                           HWY_ATTR { return hn::PromoteTo(d, hn::Sub(hn::LoadU(d32, at), from)); };
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t nearest = 0;
    for (const Chunk& chunk : chunks)
        for (std::size_t i = 0; i < Chunk::size; i += hn::Lanes(d)) {
            const auto dl = apart(&chunk.l[i], l), da = apart(&chunk.a[i], a), db = apart(&chunk.b[i], b);
            const auto squared = hn::MulAdd(dl, dl, hn::MulAdd(da, da, hn::Mul(db, db)));
            const auto lowest = hn::MinOfLanes(d, squared);
            const double distance = hn::GetLane(lowest);
            if (distance >= least) continue;
            least = distance;
            nearest = chunk.index[i + std::size_t(hn::FindKnownFirstTrue(d, hn::Eq(squared, lowest)))];
        }
    return nearest;
}

/// The number of the leaf around each position, for at most max_lanes of them.
using Lanes = hn::CappedTag<std::int32_t, 16>;
constexpr std::size_t max_lanes = hn::MaxLanes(Lanes());

template <std::size_t axis>
HWY_INLINE hn::Vec<Lanes> along(const std::int32_t* at, std::size_t count) {
    const Lanes d;
    const auto from = count >= hn::Lanes(d) ? hn::LoadU(d, at) : hn::Set(d, *at);
    const auto index =
        hn::ShiftRight<NearestInCell::leaf_bits>(hn::Sub(from, hn::Set(d, NearestInCell::origin[axis])));
    return hn::Min(index, hn::Set(d, (1 << NearestInCell::levels) - 1)); // the upper side is included
}

void find(NearestInCell& cells, const NearestInCell::Positions& positions, std::uint32_t* indices) {
    const Lanes d;
    constexpr int levels = NearestInCell::levels;
    for (std::size_t i = 0; i < positions.count;) {
        const std::size_t left = positions.count - i;
        const auto l = along<0>(positions.l + i, left), a = along<1>(positions.a + i, left),
                   b = along<2>(positions.b + i, left);
        alignas(64) std::array<std::int32_t, max_lanes> leaves;
        hn::Store(hn::Or(hn::ShiftLeft<2 * levels>(l), hn::Or(hn::ShiftLeft<levels>(a), b)), d,
                  leaves.data());
        const std::size_t count = left >= hn::Lanes(d) ? hn::Lanes(d) : 1;
        for (std::size_t lane = 0; lane < count; ++lane, ++i)
            indices[i] = nearest_of(cells.candidates(static_cast<std::uint32_t>(leaves[lane])),
                                    {positions.l[i], positions.a[i], positions.b[i]});
    }
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {
namespace {

/// Of so few entries every pair is compared.
constexpr std::size_t few_entries = 64;

struct Distances {
    std::int64_t min = 0, max = 0; ///< squared
};

/// A cube, by its lowest corner and its side.
struct Cube {
    std::array<std::int64_t, 3> low{};
    std::int64_t side;

    /// From a point to the nearest and the farthest point of the cube.
    Distances distances(const Position& position) const {
        Distances squared;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t at = coordinates(position)[axis], below = low[axis] - at,
                               above = at - low[axis] - side;
            const std::int64_t near = std::max({below, above, std::int64_t{0}});
            const std::int64_t far = std::max(below + side, above + side);
            squared.min += near * near;
            squared.max += far * far;
        }
        return squared;
    }

    /// Whether every point of it is nearer to `one` than to `other`: the difference of the squared distances
    /// is linear, so it is largest at a corner.
    bool is_nearer(const Position& one, const Position& other) const {
        std::int64_t difference = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t p = coordinates(one)[axis], q = coordinates(other)[axis];
            const auto at = [&](std::int64_t x) { return (x - p) * (x - p) - (x - q) * (x - q); };
            difference += std::max(at(low[axis]), at(low[axis] + side));
        }
        return difference < 0;
    }
};

}

HWY_EXPORT(find);

NearestInCell::NearestInCell(std::span<const Position> entries) {
    HWY_DYNAMIC_DISPATCH(find)(*this, {}, nullptr); // the first call looks which instruction sets there are
    find_ = &HWY_DYNAMIC_DISPATCH(find);
    for (int level = 0; level <= levels; ++level)
        cells_[std::size_t(level)].resize(std::size_t{1} << 3 * level);
    for (std::uint32_t i = 0; i < entries.size(); ++i) entries_.push_back({entries[i], i});
    const auto count = static_cast<std::uint32_t>(entries.size());
    cells_[0][0] = {0, count, count <= Chunk::size ? add_chunks(entries_) : 0};
}

NearestInCell::Cell NearestInCell::built(std::uint32_t leaf) {
    constexpr std::uint32_t last = (1 << levels) - 1;
    return cell(levels, {leaf >> 2 * levels, leaf >> levels & last, leaf & last});
}

NearestInCell::Cell NearestInCell::cell(int level, const Indices& at) {
    Cell& found = cells_[std::size_t(level)][(at[0] << level | at[1]) << level | at[2]];
    if (found.count == 0)
        found = narrowed(cell(level - 1, Indices{at[0] / 2, at[1] / 2, at[2] / 2}), level, at);
    return found;
}

NearestInCell::Cell NearestInCell::narrowed(const Cell& parent, int level, const Indices& at) {
    if (parent.count <= Chunk::size) return parent;
    Cube cube{{}, std::int64_t{1} << (25 - level)};
    for (std::size_t axis = 0; axis < 3; ++axis) cube.low[axis] = origin[axis] + at[axis] * cube.side;
    std::int64_t bound = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t i = 0; i < parent.count; ++i)
        bound = std::min(bound, cube.distances(entries_[parent.begin + i].position).max);
    std::vector<Entry> list;
    for (std::uint32_t i = 0; i < parent.count; ++i) {
        const Entry entry = entries_[parent.begin + i];
        if (cube.distances(entry.position).min <= bound) list.push_back(entry);
    }
    if (list.size() <= few_entries) {
        const std::vector<Entry> all = list;
        std::erase_if(list, [&](const Entry& entry) {
            return std::ranges::any_of(
                all, [&](const Entry& other) { return cube.is_nearer(other.position, entry.position); });
        });
    }
    const Cell cell{static_cast<std::uint32_t>(entries_.size()), static_cast<std::uint32_t>(list.size()),
                    level == levels || list.size() <= Chunk::size ? add_chunks(list) : 0};
    entries_.insert(entries_.end(), list.begin(), list.end());
    return cell;
}

std::uint32_t NearestInCell::add_chunks(std::span<const Entry> entries) {
    const auto first = static_cast<std::uint32_t>(chunks_.size());
    for (std::size_t i = 0; i < entries.size() || i % Chunk::size != 0; ++i) {
        if (i % Chunk::size == 0) chunks_.emplace_back();
        const auto& [position, index] = entries[i < entries.size() ? i : 0];
        const std::size_t lane = i % Chunk::size;
        chunks_.back().l[lane] = position.l;
        chunks_.back().a[lane] = position.a;
        chunks_.back().b[lane] = position.b;
        chunks_.back().index[lane] = index;
    }
    return first;
}

}
#endif
