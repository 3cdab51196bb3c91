#include "dither/diffusion_lanes.h"

#include "color/position.h"
#include "dither/dither.h"

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dither/diffusion_lanes.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Distances from the nearest entry count as no less, in units: 0.01.
constexpr double least_distance = 167772;

using Doubles = hn::CappedTag<double, lanes_of_strip>;

/// Doubles hold all products exactly: they are below 2^53.
HWY_INLINE hn::Vec<Doubles> load(const std::int32_t* at) {
    return hn::PromoteTo(Doubles(), hn::Load(hn::Rebind<std::int32_t, Doubles>(), at));
}

/// floor(value * factor * unit)
HWY_INLINE hn::Vec<Doubles> scaled(hn::Vec<Doubles> value, hn::Vec<Doubles> factor, double unit) {
    return hn::Floor(hn::Mul(hn::Mul(value, factor), hn::Set(Doubles(), unit)));
}

/// The shares of their errors that pixels may receive and pass on.
struct Shares {
    hn::Vec<Doubles> received, passed;
};

/// "Masking" and "Strength" of docs/definition.md, by the ratio of contrast and distance in parts of 256: all
/// is received up to 1 and nothing from 3 on; all is passed on up to 0.15, and 0.6 of it from 0.45 on. Where
/// the picture is smooth all errors count; texture hides the steps of the palette.
HWY_INLINE Shares shares_of(const DiffusionLanes& lanes, std::size_t i) {
    static_assert(full_share == 128);
    const Doubles d;
    const auto number = [&](double value) HWY_ATTR { return hn::Set(d, value); };
    const auto distance = hn::Max(load(&lanes.distance[i]), number(least_distance));
    // Quotients of doubles below 2^40 are as those of integers.
    const auto quotient =
        hn::Div(hn::Mul(number(256), load(&lanes.contrast[i])), hn::Mul(load(&lanes.square[i]), distance));
    const auto ratio = hn::Min(hn::Floor(quotient), number(768));
    const auto visible = load(&lanes.visible[i]);
    const auto received = hn::Floor(hn::Mul(hn::Sub(number(768), ratio), number(0.25)));
    const auto passed = hn::Floor(hn::Div(hn::Sub(number(461), hn::Add(ratio, ratio)), number(3)));
    return {hn::Mul(visible, hn::Min(received, number(full_share))),
            hn::Mul(visible, hn::Clamp(passed, number(77), number(full_share)))};
}

void aim(DiffusionLanes& lanes, const DiffusionLanes::Points& received) {
    const Doubles d;
    const hn::Rebind<std::int32_t, Doubles> d32;
    const auto whole = hn::Set(d, 0x1p24), most_code = hn::Set(d, double(255 * ColorPoint::code_step));
    for (std::size_t i = 0; i < lanes_of_strip; i += hn::Lanes(d)) {
        const auto shares = shares_of(lanes, i);
        hn::Store(hn::DemoteTo(d32, shares.passed), d32, &lanes.passed_share[i]);
        const auto used = [&](std::size_t axis) HWY_ATTR {
            return scaled(hn::PromoteTo(d, hn::LoadU(d32, &received[axis][i])), shares.received,
                          1.0 / full_share);
        };
        const auto l = used(0), a = used(1), b = used(2);
        const auto square = hn::Add(hn::Mul(l, l), hn::Add(hn::Mul(a, a), hn::Mul(b, b)));
        const auto beyond = hn::Set(d, double(reach_beyond)), most = hn::Set(d, double(max_reach));
        const auto reach =
            hn::Min(hn::Add(hn::Floor(hn::Mul(load(&lanes.distance[i]), hn::Set(d, 1.5))), beyond), most);
        const auto is_beyond = hn::Gt(square, hn::Mul(reach, reach));
        const auto part = hn::IfThenElse(
            is_beyond, hn::Floor(hn::Div(hn::Mul(reach, whole), hn::Floor(hn::Sqrt(square)))), whole);
        const auto sum = [&](std::size_t axis, hn::Vec<Doubles> error) HWY_ATTR {
            return hn::Add(load(&lanes.source[axis][i]), scaled(error, part, 0x1p-24));
        };
        const auto store = [&](std::size_t axis, hn::Vec<Doubles> at)
                               HWY_ATTR { hn::Store(hn::DemoteTo(d32, at), d32, &lanes.target[axis][i]); };
        store(0, sum(0, l));
        store(1, sum(1, a));
        store(2, sum(2, b));
        for (std::size_t axis = 3; axis < 6; ++axis)
            store(axis, hn::Clamp(sum(axis, used(axis)), hn::Zero(d), most_code));
    }
}

void find_errors(const DiffusionLanes& lanes, double strength, DiffusionLanes::Points& errors) {
    const Doubles d;
    const hn::Rebind<std::int32_t, Doubles> d32;
    for (std::size_t i = 0; i < lanes_of_strip; i += hn::Lanes(d)) {
        const auto passed = scaled(load(&lanes.passed_share[i]), hn::Set(d, strength), 1.0 / full_share);
        for (std::size_t axis = 0; axis < 6; ++axis) {
            const auto error =
                hn::Sub(hn::Load(d32, &lanes.target[axis][i]), hn::Load(d32, &lanes.entry[axis][i]));
            hn::StoreU(hn::DemoteTo(d32, scaled(hn::PromoteTo(d, error), passed, 0x1p-16)), d32,
                       &errors[axis][i]);
        }
    }
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {

HWY_EXPORT(aim);
HWY_EXPORT(find_errors);

void DiffusionLanes::aim(const Points& received) { HWY_DYNAMIC_DISPATCH(aim)(*this, received); }

DiffusionLanes::Points DiffusionLanes::errors(std::int64_t strength) const {
    Points errors;
    HWY_DYNAMIC_DISPATCH(find_errors)(*this, static_cast<double>(strength), errors);
    return errors;
}

}
#endif
