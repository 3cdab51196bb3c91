#include "palette/nearest_in_cell.h"

#include "base/sort_parts.h"

#include <algorithm>
#include <limits>
#include <tuple>

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "palette/nearest_in_cell.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// In units from the middle, like the candidates.
struct Point {
    float l, a, b;
};

/// The differences between a point and the candidates of a chunk.
template <class D>
HWY_INLINE hn::Vec<D> squared_distances(D d, const NearestInCell::Chunk& chunk, std::size_t i, Point from) {
    const auto l = hn::Sub(hn::Load(d, &chunk.l[i]), hn::Set(d, from.l)),
               a = hn::Sub(hn::Load(d, &chunk.a[i]), hn::Set(d, from.a)),
               b = hn::Sub(hn::Load(d, &chunk.b[i]), hn::Set(d, from.b));
    return hn::MulAdd(l, l, hn::MulAdd(a, a, hn::Mul(b, b)));
}

/// Squared distances are below 2^53, so doubles hold them exactly.
HWY_NOINLINE std::uint32_t nearest_of(std::span<const NearestInCell::Chunk> chunks, Point from) {
    const hn::CappedTag<double, NearestInCell::Chunk::size> d;
    const hn::Rebind<float, decltype(d)> d32;
    const auto apart = [&](const float* at, float coordinate) HWY_ATTR {
        return hn::Sub(hn::PromoteTo(d, hn::Load(d32, at)), hn::Set(d, double(coordinate)));
    };
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t nearest = 0;
    for (const NearestInCell::Chunk& chunk : chunks)
        for (std::size_t i = 0; i < NearestInCell::Chunk::size; i += hn::Lanes(d)) {
            const auto l = apart(&chunk.l[i], from.l), a = apart(&chunk.a[i], from.a),
                       b = apart(&chunk.b[i], from.b);
            const auto squared = hn::MulAdd(l, l, hn::MulAdd(a, a, hn::Mul(b, b)));
            const auto lowest = hn::MinOfLanes(d, squared);
            const double distance = hn::GetLane(lowest);
            if (distance >= least) continue;
            least = distance;
            nearest = chunk.index[i + std::size_t(hn::FindKnownFirstTrue(d, hn::Eq(squared, lowest)))];
        }
    return nearest;
}

/// In floats, of which twice as many fit into a vector. A sum is rounded at most six times, by 2^-24 of it
/// each; so the nearest candidates are among those within 2^-19 of the least sum, usually one.
HWY_INLINE std::uint32_t nearest_in(const NearestInCell::Chunk& chunk, Point from) {
    constexpr std::size_t size = NearestInCell::Chunk::size;
    const hn::CappedTag<float, size> d;
    alignas(64) std::array<float, size> squared;
    auto least = hn::Set(d, std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
        const auto some = squared_distances(d, chunk, i, from);
        hn::Store(some, d, &squared[i]);
        least = hn::Min(least, some);
    }
    const auto limit = hn::Mul(hn::MinOfLanes(d, least), hn::Set(d, 1 + 0x1p-19f));
    std::size_t found = 0, nearest = 0;
    for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
        const auto is_near = hn::Le(hn::Load(d, &squared[i]), limit);
        const std::size_t near = hn::CountTrue(d, is_near);
        found += near;
        if (hn::Lanes(d) == size || near != 0) nearest = i + std::size_t(hn::FindKnownFirstTrue(d, is_near));
    }
    return HWY_LIKELY(found == 1) ? chunk.index[nearest] : nearest_of({&chunk, 1}, from);
}

/// The number of the leaf around each position, for at most max_lanes of them.
using Lanes = hn::CappedTag<std::int32_t, 16>;
constexpr std::size_t max_lanes = hn::MaxLanes(Lanes());

/// Coordinates of up to max_lanes positions.
template <std::size_t axis>
struct Along {
    hn::Vec<Lanes> leaves; ///< the leaf's index
    alignas(64) std::array<float, max_lanes> from_middle;

    HWY_INLINE Along(const NearestInCell& cells, const std::int32_t* at, std::size_t count) {
        const Lanes d;
        const auto from = hn::Sub(count >= hn::Lanes(d) ? hn::LoadU(d, at) : hn::Set(d, *at),
                                  hn::Set(d, NearestInCell::origin[axis]));
        const hn::Rebind<float, Lanes> as_floats;
        hn::Store(hn::ConvertTo(as_floats, hn::Sub(from, hn::Set(d, NearestInCell::half_side))), as_floats,
                  from_middle.data());
        // The upper side is included.
        leaves = hn::Min(hn::ShiftRightSame(from, cells.leaf_bits()), hn::Set(d, (1 << cells.levels()) - 1));
    }
};

void find(NearestInCell& cells, const NearestInCell::Positions& positions, std::uint32_t* indices) {
    const Lanes d;
    const int levels = cells.levels();
    for (std::size_t i = 0; i < positions.count;) {
        const std::size_t left = positions.count - i;
        const Along<0> l(cells, positions.l + i, left);
        const Along<1> a(cells, positions.a + i, left);
        const Along<2> b(cells, positions.b + i, left);
        alignas(64) std::array<std::int32_t, max_lanes> leaves;
        hn::Store(hn::Or(hn::ShiftLeftSame(l.leaves, 2 * levels),
                         hn::Or(hn::ShiftLeftSame(a.leaves, levels), b.leaves)),
                  d, leaves.data());
        const std::size_t count = left >= hn::Lanes(d) ? hn::Lanes(d) : 1;
        std::array<std::uint32_t, max_lanes> candidates;
        for (std::size_t lane = 0; lane < count; ++lane)
            candidates[lane] = cells.candidates(static_cast<std::uint32_t>(leaves[lane]));
        const NearestInCell::Chunk* const chunks = cells.chunks();
        for (std::size_t lane = 0; lane < count; ++lane, ++i) {
            const Point from{l.from_middle[lane], a.from_middle[lane], b.from_middle[lane]};
            if (HWY_LIKELY(candidates[lane] < NearestInCell::several))
                indices[i] = nearest_in(chunks[candidates[lane]], from);
            else if (candidates[lane] != NearestInCell::searched)
                indices[i] = nearest_of(cells.list(candidates[lane]), from);
            else
                indices[i] = cells.search({positions.l[i], positions.a[i], positions.b[i]});
        }
    }
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {
namespace {

/// Up to this number of entries, one bit less suffices.
constexpr std::size_t few_entries = 64;
/// Cells list at most this number of entries, leaves half of it; longer lists would take more memory, and
/// more time to compare in pairs and to look through, than a search of the tree.
constexpr std::size_t max_listed = 256;

/// Whether every point of the cube is nearer to `one` than to `other`, or as near if that is enough. The
/// difference of the squared distances is linear, so it is largest at a corner.
bool is_nearer_throughout(const BoundingBox& cube, const Position& one, const Position& other,
                          bool or_as_near) {
    std::int64_t difference = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t p = coordinates(one)[axis], q = coordinates(other)[axis];
        const auto at = [&](std::int64_t x) { return (x - p) * (x - p) - (x - q) * (x - q); };
        difference += std::max(at(coordinates(cube.low)[axis]), at(coordinates(cube.high)[axis]));
    }
    return difference < 0 || (difference == 0 && or_as_near);
}

}

HWY_EXPORT(find);

/// The entries that equal no earlier one, ascending by index.
std::vector<NearestInCell::Entry> NearestInCell::distinct(std::span<const Position> positions,
                                                          const Progress& progress) {
    std::vector<Entry> entries;
    entries.reserve(positions.size());
    for (const Position& position : positions)
        entries.push_back({position, static_cast<std::uint32_t>(entries.size())});
    const auto is_before = [](const Entry& one, const Entry& other) {
        return std::tie(one.position, one.index) < std::tie(other.position, other.index);
    };
    sort_parts(std::span(entries), is_before, progress,
               [&](std::span<Entry> part) { std::ranges::sort(part, is_before); });
    const auto is_same = [](const Entry& one, const Entry& other) { return one.position == other.position; };
    entries.erase(std::unique(entries.begin(), entries.end(), is_same), entries.end());
    const auto by_index = [](const Entry& one, const Entry& other) { return one.index < other.index; };
    sort_parts(std::span(entries), by_index, progress,
               [&](std::span<Entry> part) { std::ranges::sort(part, by_index); });
    return entries;
}

std::vector<Position> NearestInCell::positions_of(std::span<const Entry> entries) {
    std::vector<Position> positions;
    positions.reserve(entries.size());
    for (const Entry& entry : entries) positions.push_back(entry.position);
    return positions;
}

NearestInCell::NearestInCell(std::span<const Position> entries, const Progress& progress)
    : entries_(distinct(entries, progress)), tree_(positions_of(entries_), progress) {
    HWY_DYNAMIC_DISPATCH(find)(*this, {}, nullptr); // the first call detects the instruction sets
    find_ = &HWY_DYNAMIC_DISPATCH(find);
    levels_ = entries.size() > few_entries ? 7 : 6;
    for (int level = 0; level < levels_; ++level) cells_.emplace_back(std::size_t{1} << 3 * level);
    leaves_.resize(std::size_t{1} << 3 * levels_);
    chunks_.emplace_back();
    const auto count = static_cast<std::uint32_t>(entries_.size());
    cells_[0][0] = {0, count <= max_listed ? count : too_many,
                    count <= Chunk::size ? add_chunks(entries_) : 0};
}

void NearestInCell::build(std::uint32_t leaf) {
    const std::uint32_t last = (1u << levels_) - 1;
    const Indices at{leaf >> 2 * levels_, leaf >> levels_ & last, leaf & last};
    const Cell found = narrowed(cell(levels_ - 1, {at[0] / 2, at[1] / 2, at[2] / 2}), levels_, at);
    if (found.count <= Chunk::size) {
        leaves_[leaf] = found.chunk;
    } else if (found.count == too_many) {
        leaves_[leaf] = searched;
    } else {
        leaves_[leaf] = several + static_cast<std::uint32_t>(lists_.size());
        lists_.push_back(
            {found.chunk, (found.count + std::uint32_t{Chunk::size} - 1) / std::uint32_t{Chunk::size}});
    }
}

NearestInCell::Cell NearestInCell::cell(int level, const Indices& at) {
    Cell& found = cells_[std::size_t(level)][(at[0] << level | at[1]) << level | at[2]];
    if (found.count == 0)
        found = narrowed(cell(level - 1, Indices{at[0] / 2, at[1] / 2, at[2] / 2}), level, at);
    return found;
}

NearestInCell::Cell NearestInCell::narrowed(const Cell& parent, int level, const Indices& at) {
    if (parent.count <= Chunk::size) return parent;
    const std::int32_t side = 1 << (25 - level);
    const auto low = [&](std::size_t axis) {
        return origin[axis] + static_cast<std::int32_t>(at[axis]) * side;
    };
    BoundingBox cube;
    for (const std::int32_t beyond : {0, side}) cube.add({low(0) + beyond, low(1) + beyond, low(2) + beyond});
    const bool is_leaf = level == levels_;
    auto list = candidates(parent, cube);
    if (!list) return {0, too_many, 0};
    const std::vector<Entry> all = *list;
    std::erase_if(*list, [&](const Entry& entry) {
        return std::ranges::any_of(all, [&](const Entry& other) {
            return is_nearer_throughout(cube, other.position, entry.position, other.index < entry.index);
        });
    });
    if (is_leaf && list->size() > max_listed / 2) return {0, too_many, 0};
    const Cell cell{static_cast<std::uint32_t>(entries_.size()), static_cast<std::uint32_t>(list->size()),
                    is_leaf || list->size() <= Chunk::size ? add_chunks(*list) : 0};
    if (!is_leaf) entries_.insert(entries_.end(), list->begin(), list->end());
    return cell;
}

/// The entries that may be nearest to a point of the cube, ascending by index; none if they are too many to
/// look at.
std::optional<std::vector<NearestInCell::Entry>> NearestInCell::candidates(const Cell& parent,
                                                                           const BoundingBox& cube) const {
    std::vector<Entry> list;
    if (parent.count != too_many) {
        const auto of_parent = std::span(entries_).subspan(parent.begin, parent.count);
        std::int64_t bound = std::numeric_limits<std::int64_t>::max();
        for (const Entry& entry : of_parent) bound = std::min(bound, cube.squared_reach_from(entry.position));
        for (const Entry& entry : of_parent)
            if (cube.squared_distance_to(entry.position) <= bound) list.push_back(entry);
        return list;
    }
    const auto some = tree_.nearest_of_some(cube, max_listed);
    if (!some) return std::nullopt;
    for (const std::uint32_t i : *some) list.push_back(entries_[i]);
    std::ranges::sort(list, {}, &Entry::index);
    return list;
}

std::uint32_t NearestInCell::add_chunks(std::span<const Entry> entries) {
    const auto first = static_cast<std::uint32_t>(chunks_.size());
    for (std::size_t i = 0; i < entries.size() || i % Chunk::size != 0; ++i) {
        if (i % Chunk::size == 0) chunks_.emplace_back();
        Chunk& chunk = chunks_.back();
        const std::size_t lane = i % Chunk::size;
        const auto from_middle = [&](std::size_t axis) {
            return i < entries.size()
                       ? float(coordinates(entries[i].position)[axis] - origin[axis] - half_side)
                       : std::numeric_limits<float>::infinity();
        };
        chunk.l[lane] = from_middle(0);
        chunk.a[lane] = from_middle(1);
        chunk.b[lane] = from_middle(2);
        chunk.index[lane] = i < entries.size() ? entries[i].index : 0;
    }
    return first;
}

}
#endif
