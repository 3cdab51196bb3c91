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

constexpr std::size_t chunk_size = NearestInCell::Chunk::size;
/// An entry may be nearer than another although its rounded squared distance is this much larger: sums are
/// rounded at most twelve times, by 2^-24 of them each.
constexpr float tolerance = 1 + 0x1p-19f;
constexpr std::uint32_t not_listed = std::numeric_limits<std::uint32_t>::max();

/// A point to find the nearest entry to; its position is relative to the middle, like those of chunks.
struct Target {
    float l, a, b, red, green, blue;
};

/// sum + (at - from)^2 for some entries.
template <class D>
HWY_INLINE hn::Vec<D> with_squares(D d, const float* at, float from, hn::Vec<D> sum) {
    const auto apart = hn::Sub(hn::Load(d, at), hn::Set(d, from));
    return hn::MulAdd(apart, apart, sum);
}

/// Writes the squared distances of a chunk's entries; returns the least in each lane.
template <bool has_codes, class D>
HWY_INLINE hn::Vec<D> measure(D d, const NearestInCell& cells, std::size_t number, const Target& from,
                              float* squared) {
    const NearestInCell::Chunk& chunk = cells.chunks()[number];
    auto least = hn::Set(d, std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < chunk_size; i += hn::Lanes(d)) {
        auto sum = hn::Zero(d);
        if constexpr (has_codes) {
            const NearestInCell::Codes& codes = cells.codes()[number];
            sum = with_squares(d, &codes.red[i], from.red, sum);
            sum = with_squares(d, &codes.green[i], from.green, sum);
            sum = with_squares(d, &codes.blue[i], from.blue, sum);
        }
        sum = with_squares(d, &chunk.b[i], from.b, sum);
        sum = with_squares(d, &chunk.a[i], from.a, sum);
        sum = with_squares(d, &chunk.l[i], from.l, sum);
        hn::Store(sum, d, squared + i);
        least = hn::Min(least, sum);
    }
    return least;
}

/// Squared distances are below 2^53, so doubles hold them exactly.
template <bool has_codes>
double exact_distance(const NearestInCell& cells, std::size_t number, std::size_t i, const Target& from) {
    const auto square = [](double at, double other) { return (at - other) * (at - other); };
    const NearestInCell::Chunk& chunk = cells.chunks()[number];
    double sum = square(chunk.l[i], from.l) + square(chunk.a[i], from.a) + square(chunk.b[i], from.b);
    if constexpr (has_codes) {
        const NearestInCell::Codes& codes = cells.codes()[number];
        sum += square(codes.red[i], from.red) + square(codes.green[i], from.green) +
               square(codes.blue[i], from.blue);
    }
    return sum;
}

/// Looks through a list as far as an entry may be nearer; `not_listed` if one may that is not in the list.
template <bool has_codes>
HWY_NOINLINE std::uint32_t nearest_in_list(const NearestInCell& cells, std::size_t first,
                                           const Target& from) {
    const hn::CappedTag<float, chunk_size> d;
    alignas(64) std::array<float, NearestInCell::max_listed> squared;
    float limit = std::numeric_limits<float>::infinity();
    std::size_t count = 0;
    for (std::size_t number = first;; ++number) {
        const NearestInCell::Chunk& chunk = cells.chunks()[number];
        const auto least = measure<has_codes>(d, cells, number, from, &squared[count]);
        limit = std::min(limit, hn::GetLane(hn::MinOfLanes(d, least)) * tolerance);
        count += chunk_size;
        if (limit < chunk.next) break;
        if (chunk.following == 0) return not_listed;
    }
    std::uint32_t nearest = 0;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
        if (HWY_LIKELY(squared[i] > limit)) continue;
        const std::size_t number = first + i / chunk_size, place = i % chunk_size;
        const std::uint32_t index = cells.chunks()[number].index[place];
        const double exact = exact_distance<has_codes>(cells, number, place, from);
        if (exact > distance || (exact == distance && index > nearest)) continue;
        distance = exact;
        nearest = index;
    }
    return nearest;
}

/// The first chunk of a list usually suffices.
template <bool has_codes>
HWY_INLINE std::uint32_t nearest_in(const NearestInCell& cells, std::size_t first, const Target& from) {
    const hn::CappedTag<float, chunk_size> d;
    const NearestInCell::Chunk& chunk = cells.chunks()[first];
    alignas(64) std::array<float, chunk_size> squared;
    const auto least = measure<has_codes>(d, cells, first, from, squared.data());
    const auto limit = hn::Mul(hn::MinOfLanes(d, least), hn::Set(d, tolerance));
    std::size_t found = 0, nearest = 0;
    for (std::size_t i = 0; i < chunk_size; i += hn::Lanes(d)) {
        const auto is_near = hn::Le(hn::Load(d, &squared[i]), limit);
        const std::size_t near = hn::CountTrue(d, is_near);
        found += near;
        if (hn::Lanes(d) == chunk_size || near != 0)
            nearest = i + std::size_t(hn::FindKnownFirstTrue(d, is_near));
    }
    if (HWY_LIKELY(found == 1 && hn::GetLane(limit) < chunk.next)) return chunk.index[nearest];
    return nearest_in_list<has_codes>(cells, first, from);
}

/// The number of the cell around each position, for at most max_lanes of them.
using Lanes = hn::CappedTag<std::int32_t, 16>;
constexpr std::size_t max_lanes = hn::MaxLanes(Lanes());

/// Coordinates of up to max_lanes positions.
template <std::size_t axis>
struct Along {
    hn::Vec<Lanes> cells; ///< the cell's index
    alignas(64) std::array<float, max_lanes> from_middle;

    HWY_INLINE Along(const NearestInCell& nearest, const std::int32_t* at, std::size_t count) {
        const Lanes d;
        const auto from = hn::Sub(count >= hn::Lanes(d) ? hn::LoadU(d, at) : hn::Set(d, *at),
                                  hn::Set(d, NearestInCell::origin[axis]));
        const hn::Rebind<float, Lanes> as_floats;
        hn::Store(hn::ConvertTo(as_floats, hn::Sub(from, hn::Set(d, NearestInCell::half_side))), as_floats,
                  from_middle.data());
        // The upper side is included.
        cells =
            hn::Min(hn::ShiftRightSame(from, nearest.cell_bits()), hn::Set(d, (1 << nearest.levels()) - 1));
    }
};

template <bool has_codes>
HWY_INLINE void find(NearestInCell& cells, const NearestInCell::Points& points, std::uint32_t* indices) {
    const Lanes d;
    const int levels = cells.levels();
    const auto& [l_at, a_at, b_at] = points.position;
    const auto& [red_at, green_at, blue_at] = points.code;
    for (std::size_t i = 0; i < points.count;) {
        const std::size_t left = points.count - i;
        const Along<0> l(cells, l_at + i, left);
        const Along<1> a(cells, a_at + i, left);
        const Along<2> b(cells, b_at + i, left);
        alignas(64) std::array<std::int32_t, max_lanes> numbers;
        hn::Store(hn::Or(hn::ShiftLeftSame(l.cells, 2 * levels),
                         hn::Or(hn::ShiftLeftSame(a.cells, levels), b.cells)),
                  d, numbers.data());
        const std::size_t count = left >= hn::Lanes(d) ? hn::Lanes(d) : 1;
        std::array<std::uint32_t, max_lanes> lists;
        cells.limit_memory();
        for (std::size_t lane = 0; lane < count; ++lane)
            lists[lane] = cells.list(static_cast<std::uint32_t>(numbers[lane]));
        for (std::size_t lane = 0; lane < count; ++lane, ++i) {
            ColorPoint point{{l_at[i], a_at[i], b_at[i]}};
            if constexpr (has_codes) point.code = {red_at[i], green_at[i], blue_at[i]};
            const auto [red, green, blue] = point.code;
            const Target from{.l = l.from_middle[lane],
                              .a = a.from_middle[lane],
                              .b = b.from_middle[lane],
                              .red = static_cast<float>(red),
                              .green = static_cast<float>(green),
                              .blue = static_cast<float>(blue)};
            indices[i] = nearest_in<has_codes>(cells, lists[lane], from);
            if (HWY_UNLIKELY(indices[i] == not_listed)) indices[i] = cells.search(point);
        }
    }
}

void find_by_position(NearestInCell& cells, const NearestInCell::Points& points, std::uint32_t* indices) {
    find<false>(cells, points, indices);
}
void find_by_point(NearestInCell& cells, const NearestInCell::Points& points, std::uint32_t* indices) {
    find<true>(cells, points, indices);
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {
namespace {

/// Up to this number of entries, one bit less suffices.
constexpr std::size_t few_entries = 64;
/// A cell near more entries than this lists none.
constexpr std::size_t max_near = 1024;
/// Points are so much farther apart than their positions, in squared distances, and seldom more.
constexpr std::int64_t stretch_of_codes = 4;
/// 40 MB, 64 MB with codes.
constexpr std::size_t max_chunks = std::size_t{1} << 18;
constexpr std::uint32_t list_of_none = 1;

}

HWY_EXPORT(find_by_position);
HWY_EXPORT(find_by_point);

/// The points that equal no earlier one, ascending by index.
std::vector<NearestInCell::Entry> NearestInCell::distinct(std::span<const ColorPoint> points,
                                                          const Progress& progress) {
    std::vector<Entry> entries;
    entries.reserve(points.size());
    for (const ColorPoint& point : points)
        entries.push_back({point, static_cast<std::uint32_t>(entries.size())});
    const auto is_before = [](const Entry& one, const Entry& other) {
        return std::tie(one.point, one.index) < std::tie(other.point, other.index);
    };
    sort_parts(std::span(entries), is_before, progress);
    const auto is_same = [](const Entry& one, const Entry& other) { return one.point == other.point; };
    entries.erase(std::unique(entries.begin(), entries.end(), is_same), entries.end());
    const auto by_index = [](const Entry& one, const Entry& other) { return one.index < other.index; };
    sort_parts(std::span(entries), by_index, progress);
    return entries;
}

std::vector<ColorPoint> NearestInCell::points_of(std::span<const Entry> entries) {
    std::vector<ColorPoint> points;
    points.reserve(entries.size());
    for (const Entry& entry : entries) points.push_back(entry.point);
    return points;
}

NearestInCell::NearestInCell(std::span<const Position> entries, const Progress& progress)
    : NearestInCell(without_codes(entries), false, progress) {}

NearestInCell::NearestInCell(std::span<const ColorPoint> entries, const Progress& progress)
    : NearestInCell(entries, true, progress) {}

NearestInCell::NearestInCell(std::span<const ColorPoint> entries, bool has_codes, const Progress& progress)
    : entries_(distinct(entries, progress)), tree_(points_of(entries_), progress), has_codes_(has_codes),
      levels_(entries_.size() > few_entries ? 7 : 6), lists_(std::size_t{1} << 3 * levels_), chunks_(1),
      codes_(1) {
    HWY_DYNAMIC_DISPATCH(find_by_position)(*this, {}, nullptr); // the first call detects the instruction sets
    find_ = has_codes ? &HWY_DYNAMIC_DISPATCH(find_by_point) : &HWY_DYNAMIC_DISPATCH(find_by_position);
    add_list({}, -1);
    if (entries_.size() > Chunk::size) return;
    std::vector<Listed> all;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) all.push_back({0, i});
    std::ranges::fill(lists_, add_list(all, std::numeric_limits<std::int64_t>::max()));
}

void NearestInCell::limit_memory() {
    if (chunks_.size() < max_chunks) return;
    std::ranges::fill(lists_, 0u);
    chunks_.resize(list_of_none + 1);
    codes_.resize(list_of_none + 1);
}

void NearestInCell::build(std::uint32_t cell) {
    const std::uint32_t last = (1u << levels_) - 1;
    const std::array<std::uint32_t, 3> at{cell >> 2 * levels_, cell >> levels_ & last, cell & last};
    const std::int32_t side = 1 << cell_bits();
    BoundingBox cube;
    for (const std::int32_t beyond : {0, side}) {
        const auto along = [&](std::size_t axis) {
            return origin[axis] + static_cast<std::int32_t>(at[axis]) * side + beyond;
        };
        cube.add({along(0), along(1), along(2)});
    }
    const Position& nearest = entries_[tree_(cube.middle())].point.position;
    const std::int64_t reach = cube.squared_reach_from(nearest) * (has_codes_ ? stretch_of_codes : 1);
    const std::vector<std::uint32_t> near = tree_.within(cube, reach, max_near);
    if (near.size() > max_near) {
        lists_[cell] = list_of_none;
        return;
    }
    std::vector<Listed> list;
    list.reserve(near.size());
    for (const std::uint32_t i : near)
        list.push_back({cube.squared_distance_to(entries_[i].point.position), i});
    std::ranges::sort(list, {}, &Listed::distance);
    // By position alone, no entry beyond is the nearest.
    std::int64_t limit = has_codes_ ? reach : std::numeric_limits<std::int64_t>::max();
    if (list.size() > max_listed) {
        limit = list[max_listed].distance;
        list.resize(max_listed);
    }
    lists_[cell] = add_list(list, limit);
}

/// `next`: the squared distance of entries that are not in the list, or less.
std::uint32_t NearestInCell::add_list(std::span<const Listed> list, std::int64_t next) {
    constexpr float nowhere = std::numeric_limits<float>::infinity();
    const auto first = static_cast<std::uint32_t>(chunks_.size());
    const std::size_t count = std::max((list.size() + Chunk::size - 1) / Chunk::size, std::size_t{1});
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t begin = number * Chunk::size, end = begin + Chunk::size;
        Chunk& chunk = chunks_.emplace_back();
        chunk.next = static_cast<float>(end < list.size() ? list[end].distance : next);
        chunk.following = static_cast<std::uint32_t>(count - 1 - number);
        chunk.l.fill(nowhere);
        Codes codes{};
        for (std::size_t i = begin; i < std::min(end, list.size()); ++i) {
            const auto& [point, index] = entries_[list[i].entry];
            const std::size_t place = i - begin;
            chunk.l[place] = static_cast<float>(point.position.l - origin[0] - half_side);
            chunk.a[place] = static_cast<float>(point.position.a - origin[1] - half_side);
            chunk.b[place] = static_cast<float>(point.position.b - origin[2] - half_side);
            chunk.index[place] = index;
            codes.red[place] = static_cast<float>(point.code[0]);
            codes.green[place] = static_cast<float>(point.code[1]);
            codes.blue[place] = static_cast<float>(point.code[2]);
        }
        if (has_codes_) codes_.push_back(codes);
    }
    return first;
}

}
#endif
