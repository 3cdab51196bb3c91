#include "palette/nearest_in_cell.h"

#include "base/sort_parts.h"

#include <algorithm>
#include <cassert>
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
/// An entry may be nearer than another although its rounded squared distance is this much larger. Roundings
/// change a sum by at most 2^-21 of it: two for a difference and its square, five for sums, each by 2^-24.
/// Two sums and this product therefore stay below 2^-19.
constexpr float tolerance = 1 + 0x1p-19f;
constexpr std::uint32_t not_listed = std::numeric_limits<std::uint32_t>::max();

using Target = NearestInCell::Place;

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
double exact_distance(const NearestInCell::Place& entry, const Target& from) {
    const auto square = [](double at, double other) { return (at - other) * (at - other); };
    double sum = square(entry.l, from.l) + square(entry.a, from.a) + square(entry.b, from.b);
    if constexpr (has_codes)
        sum += square(entry.red, from.red) + square(entry.green, from.green) + square(entry.blue, from.blue);
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
        assert(count + chunk_size <= squared.size());
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
        const NearestInCell::Chunk& chunk = cells.chunks()[number];
        const std::uint32_t index = chunk.index[place];
        NearestInCell::Place entry{chunk.l[place], chunk.a[place], chunk.b[place], 0, 0, 0};
        if constexpr (has_codes) {
            const NearestInCell::Codes& codes = cells.codes()[number];
            entry.red = codes.red[place];
            entry.green = codes.green[place];
            entry.blue = codes.blue[place];
        }
        const double exact = exact_distance<has_codes>(entry, from);
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

/// Up to max_lanes points at a time. Where fewer are left, one of them lies in all lanes.
using Lanes = hn::CappedTag<std::int32_t, 16>;
using FloatLanes = hn::Rebind<float, Lanes>;
constexpr std::size_t max_lanes = hn::MaxLanes(Lanes());

HWY_INLINE hn::Vec<Lanes> load(const std::int32_t* at, std::size_t left) {
    const Lanes d;
    return left >= hn::Lanes(d) ? hn::LoadU(d, at) : hn::Set(d, *at);
}

/// Coordinates of positions.
template <std::size_t axis>
struct Along {
    hn::Vec<Lanes> cells; ///< the cell's index
    hn::Vec<FloatLanes> from_middle;

    HWY_INLINE Along(const std::int32_t* at, std::size_t left) {
        const Lanes d;
        const auto from = hn::Sub(load(at, left), hn::Set(d, NearestInCell::origin[axis]));
        from_middle = hn::ConvertTo(FloatLanes(), hn::Sub(from, hn::Set(d, NearestInCell::half_side)));
        // The upper side is included.
        cells = hn::Min(hn::ShiftRight<NearestInCell::cell_bits>(from),
                        hn::Set(d, (1 << NearestInCell::levels) - 1));
    }
};

/// The points from i on: as many as a vector holds, or one where fewer are left.
struct NextPoints {
    std::size_t left, count;
    Along<0> l;
    Along<1> a;
    Along<2> b;

    HWY_INLINE NextPoints(const NearestInCell::Points& points, std::size_t i)
        : left(points.count - i), count(left >= hn::Lanes(Lanes()) ? hn::Lanes(Lanes()) : 1),
          l(points.position[0] + i, left), a(points.position[1] + i, left), b(points.position[2] + i, left) {}
};

ColorPoint point_of(const NearestInCell::Points& points, std::size_t i, bool has_codes) {
    const auto& [l, a, b] = points.position;
    ColorPoint point{{l[i], a[i], b[i]}};
    if (has_codes)
        for (std::size_t channel = 0; channel < 3; ++channel) point.code[channel] = points.code[channel][i];
    return point;
}

template <bool has_codes>
HWY_NOINLINE std::uint32_t nearest_of_few(const NearestInCell& cells, const Target& from) {
    std::uint32_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [place, index] : cells.few()) {
        const double distance = exact_distance<has_codes>(place, from);
        if (distance >= least) continue;
        least = distance;
        nearest = index;
    }
    return nearest;
}

/// Measures all entries for each point in floats. Only where a second one may be as near, doubles decide.
template <bool has_codes>
HWY_INLINE void find_of_few(const NearestInCell& cells, const NearestInCell::Points& points,
                            std::uint32_t* indices) {
    const FloatLanes d;
    const Lanes d32;
    const std::span<const NearestInCell::Few> few = cells.few();
    for (std::size_t i = 0; i < points.count;) {
        const NextPoints next(points, i);
        auto red = hn::Zero(d), green = red, blue = red;
        if constexpr (has_codes) {
            red = hn::ConvertTo(d, load(points.code[0] + i, next.left));
            green = hn::ConvertTo(d, load(points.code[1] + i, next.left));
            blue = hn::ConvertTo(d, load(points.code[2] + i, next.left));
        }
        auto least = hn::Set(d, std::numeric_limits<float>::infinity()), second = least;
        auto nearest = hn::Zero(d32);
        for (std::size_t j = 0; j < few.size(); ++j) {
            const NearestInCell::Place& entry = few[j].place;
            auto sum = hn::Zero(d);
            const auto add = [&](hn::Vec<FloatLanes> from, float at) HWY_ATTR {
                const auto apart = hn::Sub(from, hn::Set(d, at));
                sum = hn::MulAdd(apart, apart, sum);
            };
            if constexpr (has_codes) {
                add(red, entry.red);
                add(green, entry.green);
                add(blue, entry.blue);
            }
            add(next.b.from_middle, entry.b);
            add(next.a.from_middle, entry.a);
            add(next.l.from_middle, entry.l);
            const auto is_nearer = hn::Lt(sum, least);
            second = hn::Min(second, hn::Max(sum, least));
            least = hn::Min(least, sum);
            nearest = hn::IfThenElse(hn::RebindMask(d32, is_nearer), hn::Set(d32, std::int32_t(j)), nearest);
        }
        alignas(64) std::array<std::int32_t, max_lanes> places;
        hn::Store(nearest, d32, places.data());
        for (std::size_t lane = 0; lane < next.count; ++lane)
            indices[i + lane] = few[std::size_t(places[lane])].index;
        const auto is_close = hn::Le(second, hn::Mul(least, hn::Set(d, tolerance)));
        if (HWY_UNLIKELY(!hn::AllFalse(d, is_close))) {
            std::array<std::uint8_t, 8> bits{};
            hn::StoreMaskBits(d, is_close, bits.data());
            for (std::size_t lane = 0; lane < next.count; ++lane)
                if ((bits[lane / 8] >> lane % 8 & 1) != 0)
                    indices[i + lane] = nearest_of_few<has_codes>(
                        cells, NearestInCell::place_of(point_of(points, i + lane, has_codes)));
        }
        i += next.count;
    }
}

template <bool has_codes>
HWY_INLINE void find_in_cells(NearestInCell& cells, const NearestInCell::Points& points,
                              std::uint32_t* indices) {
    constexpr int levels = NearestInCell::levels;
    const Lanes d;
    for (std::size_t i = 0; i < points.count;) {
        const NextPoints next(points, i);
        alignas(64) std::array<std::int32_t, max_lanes> numbers;
        hn::Store(hn::Or(hn::ShiftLeft<2 * levels>(next.l.cells),
                         hn::Or(hn::ShiftLeft<levels>(next.a.cells), next.b.cells)),
                  d, numbers.data());
        std::array<std::uint32_t, max_lanes> lists;
        cells.limit_memory();
        for (std::size_t lane = 0; lane < next.count; ++lane)
            lists[lane] = cells.list(static_cast<std::uint32_t>(numbers[lane]));
        for (std::size_t lane = 0; lane < next.count; ++lane, ++i) {
            const ColorPoint point = point_of(points, i, has_codes);
            indices[i] = nearest_in<has_codes>(cells, lists[lane], NearestInCell::place_of(point));
            if (HWY_UNLIKELY(indices[i] == not_listed)) indices[i] = cells.search(point);
        }
    }
}

template <bool has_codes>
HWY_INLINE void find(NearestInCell& cells, const NearestInCell::Points& points, std::uint32_t* indices) {
    cells.few().empty() ? find_in_cells<has_codes>(cells, points, indices)
                        : find_of_few<has_codes>(cells, points, indices);
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
      chunks_(1), codes_(1) {
    HWY_DYNAMIC_DISPATCH(find_by_position)(*this, {}, nullptr); // the first call detects the instruction sets
    find_ = has_codes ? &HWY_DYNAMIC_DISPATCH(find_by_point) : &HWY_DYNAMIC_DISPATCH(find_by_position);
    assert(!entries_.empty());
    if (entries_.size() <= (has_codes ? few_points : few_positions)) {
        for (const auto& [point, index] : entries_) few_.push_back({place_of(point), index});
        return;
    }
    lists_.resize(std::size_t{1} << 3 * levels);
    add_list({}, -1);
}

void NearestInCell::limit_memory() {
    if (chunks_.size() < max_chunks) return;
    std::ranges::fill(lists_, 0u);
    chunks_.resize(list_of_none + 1);
    codes_.resize(list_of_none + 1);
}

void NearestInCell::build(std::uint32_t cell) {
    assert(lists_[cell] == 0);
    const std::uint32_t last = (1u << levels) - 1;
    const std::array<std::uint32_t, 3> at{cell >> 2 * levels, cell >> levels & last, cell & last};
    const std::int32_t side = 1 << cell_bits;
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
    assert(std::ranges::is_sorted(list, {}, &Listed::distance) && list.size() <= max_listed);
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
            const auto [l, a, b, red, green, blue] = place_of(point);
            const std::size_t place = i - begin;
            chunk.l[place] = l;
            chunk.a[place] = a;
            chunk.b[place] = b;
            chunk.index[place] = index;
            codes.red[place] = red;
            codes.green[place] = green;
            codes.blue[place] = blue;
        }
        if (has_codes_) codes_.push_back(codes);
    }
    return first;
}

}
#endif
