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

using Doubles = hn::CappedTag<double, lanes_of_strip>;

/// Doubles hold all products exactly: they are below 2^53.
HWY_INLINE hn::Vec<Doubles> load(const std::int32_t* at) {
    return hn::PromoteTo(Doubles(), hn::Load(hn::Rebind<std::int32_t, Doubles>(), at));
}

/// floor(value * factor * unit)
HWY_INLINE hn::Vec<Doubles> scaled(hn::Vec<Doubles> value, hn::Vec<Doubles> factor, double unit) {
    return hn::Floor(hn::Mul(hn::Mul(value, factor), hn::Set(Doubles(), unit)));
}

void aim(DiffusionLanes& lanes, const DiffusionLanes::Points& received) {
    const Doubles d;
    const hn::Rebind<std::int32_t, Doubles> d32;
    const auto whole = hn::Set(d, 0x1p24), most_code = hn::Set(d, double(255 * ColorPoint::code_step));
    for (std::size_t i = 0; i < lanes_of_strip; i += hn::Lanes(d)) {
        const auto share = load(&lanes.received_share[i]);
        const auto used = [&](std::size_t axis) HWY_ATTR {
            return scaled(hn::PromoteTo(d, hn::LoadU(d32, &received[axis][i])), share, 1.0 / full_share);
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
            return hn::Add(load(&lanes.own[axis][i]), scaled(error, part, 0x1p-24));
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
                hn::Sub(hn::Load(d32, &lanes.target[axis][i]), hn::Load(d32, &lanes.taken[axis][i]));
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
