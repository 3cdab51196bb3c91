// Vectors of points and sums of them; part of ball_sum.cpp, compiled once per instruction set.
#if defined(HUEDRIFT_BALL_SUM_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HUEDRIFT_BALL_SUM_LANES_INL_H
#undef HUEDRIFT_BALL_SUM_LANES_INL_H
#else
#define HUEDRIFT_BALL_SUM_LANES_INL_H
#endif

#include "cpu/ball_sum.h"

#include <bit>
#include <hwy/highway.h>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Ints = hn::RebindToSigned<Floats>;
using Longs = hn::RepartitionToWide<Ints>;
using VecF = hn::Vec<Floats>;
using VecI = hn::Vec<Ints>;
using VecL = hn::Vec<Longs>;
using MaskF = hn::Mask<Floats>;
constexpr Floats df;
constexpr Ints di;
constexpr Longs dl;

using Center = std::array<std::int32_t, 3>;

HWY_INLINE std::array<VecI, 3> broadcast(const Center& center) {
    return {hn::Set(di, center[0]), hn::Set(di, center[1]), hn::Set(di, center[2])};
}

/// The points from the `i`th of a list on.
HWY_INLINE std::array<VecI, 3> load(const PointPointers<const std::int32_t>& from, std::size_t i) {
    return {hn::LoadU(di, from.points[0] + i), hn::LoadU(di, from.points[1] + i),
            hn::LoadU(di, from.points[2] + i)};
}

/// A vector of points relative to a centre. `squared` is off by less than 2^-21 of itself (rounded
/// differences, squares and sums of exact integers).
struct Offsets {
    std::array<VecI, 3> d;
    VecF squared;
};

HWY_INLINE Offsets offsets(const std::array<VecI, 3>& points, const std::array<VecI, 3>& center) {
    Offsets o;
    std::array<VecF, 3> d;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        o.d[axis] = hn::Sub(points[axis], center[axis]);
        d[axis] = hn::ConvertTo(df, o.d[axis]);
    }
    o.squared = hn::MulAdd(d[0], d[0], hn::MulAdd(d[1], d[1], hn::Mul(d[2], d[2])));
    return o;
}

/// Sums chosen points relative to a centre, each counted once, in 32-bit lanes.
struct PaletteSum {
    // Written out: an implicit constructor would not be compiled for this instruction set.
    PaletteSum() {}
    /// How many vectors may be added between two calls of empty_into() before a sum over all lanes could
    /// overflow, if no coordinate is farther than `reach` (at most 2^25) from the centre.
    static std::size_t max_vectors(double reach) {
        return std::max<std::size_t>(1, static_cast<std::size_t>(0x7fffffff / (reach + 1)) / hn::Lanes(df));
    }
    HWY_INLINE void add(const Offsets& o, MaskF chosen, const std::int32_t*) {
        const VecI ones = hn::BitCast(di, hn::VecFromMask(df, chosen));
        for (std::size_t axis = 0; axis < 3; ++axis)
            moment[axis] = hn::Add(moment[axis], hn::And(ones, o.d[axis]));
        count = hn::Sub(count, ones);
    }
    HWY_INLINE void empty_into(PositionSum& sum, const Center& center) {
        const std::int64_t weight = hn::GetLane(hn::SumOfLanes(di, count));
        sum.weight += weight;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum.moment[axis] += hn::GetLane(hn::SumOfLanes(di, moment[axis])) + weight * center[axis];
        }
        *this = PaletteSum();
    }

    std::array<VecI, 3> moment{hn::Zero(di), hn::Zero(di), hn::Zero(di)};
    VecI count = hn::Zero(di);
};

/// Sums chosen points relative to a centre, each as often as it occurs, in 64-bit lanes.
struct FrequencySum {
    // Written out: an implicit constructor would not be compiled for this instruction set.
    FrequencySum() {}
    /// Any number: 2^37 pixels times 2^25 units cannot overflow. Nor can this number times the lanes of one.
    static std::size_t max_vectors(double) { return std::numeric_limits<std::size_t>::max() >> 8; }
    HWY_INLINE void add(const Offsets& o, MaskF chosen, const std::int32_t* counts) {
        const VecI even = hn::IfThenElseZero(hn::RebindMask(di, chosen), hn::LoadU(di, counts)),
                   odd = odd_lanes(even);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const VecL products =
                hn::Add(hn::MulEven(even, o.d[axis]), hn::MulEven(odd, odd_lanes(o.d[axis])));
            moment[axis] = hn::Add(moment[axis], products);
        }
        weight = hn::Add(
            weight, hn::Add(hn::And(hn::BitCast(dl, even), hn::Set(dl, 0xffffffff)), hn::BitCast(dl, odd)));
    }
    HWY_INLINE void empty_into(PositionSum& sum, const Center& center) {
        const std::int64_t total = hn::GetLane(hn::SumOfLanes(dl, weight));
        sum.weight += total;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum.moment[axis] += hn::GetLane(hn::SumOfLanes(dl, moment[axis])) + total * center[axis];
        }
        *this = FrequencySum();
    }
    HWY_INLINE static VecI odd_lanes(VecI v) {
        return hn::BitCast(di, hn::ShiftRight<32>(hn::BitCast(hn::RebindToUnsigned<Longs>(), v)));
    }

    std::array<VecL, 3> moment{hn::Zero(dl), hn::Zero(dl), hn::Zero(dl)};
    VecL weight = hn::Zero(dl);
};

/// For each subset of 8 lanes, a permutation that puts those lanes first.
struct PackingTable {
    alignas(32) std::int32_t lanes[256][8];
};
constexpr PackingTable packing_table = [] {
    PackingTable table{};
    for (int set = 0; set < 256; ++set) {
        int count = 0;
        for (int lane = 0; lane < 8; ++lane)
            if (set >> lane & 1) table.lanes[set][count++] = lane;
    }
    return table;
}();

/// Moves chosen lanes to the front. Highway's Compress, but for vectors of up to 8 lanes: there GCC 12 copies
/// Highway's table to the stack for every vector (measured: 7 times slower as a whole).
class Packing {
public:
    HWY_INLINE explicit Packing(MaskF chosen) : chosen_(chosen) {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(df, chosen, bytes);
        bits_ = std::uint32_t{bytes[1]} << 8 | bytes[0];
    }
    HWY_INLINE VecI pack(VecI v) const {
        if constexpr (hn::MaxLanes(df) > 8) {
            return hn::Compress(v, hn::RebindMask(di, chosen_));
        } else {
            return hn::TableLookupLanes(v, hn::IndicesFromVec(di, hn::Load(di, packing_table.lanes[bits_])));
        }
    }
    HWY_INLINE std::size_t count() const { return static_cast<std::size_t>(std::popcount(bits_)); }

private:
    MaskF chosen_;
    std::uint32_t bits_;
};

}
HWY_AFTER_NAMESPACE();

#endif
