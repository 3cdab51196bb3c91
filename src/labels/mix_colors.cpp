#include "labels/mix_colors.h"

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "labels/mix_colors.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Where a colour and what it misses so far lead: color + held(floor(missing * strength / 2^16)). Products
/// are below 2^53, so doubles hold them exactly.
void want(MixtureChooser::Axis& axis, std::size_t count, double strength, double bound) {
    const hn::CappedTag<double, MixtureChooser::max_colors> d;
    const hn::Rebind<std::int32_t, decltype(d)> d32;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const auto missing = hn::PromoteTo(d, hn::Load(d32, &axis.missing[i]));
        const auto scaled = hn::Floor(hn::Mul(missing, hn::Set(d, strength)));
        const auto held = hn::Clamp(scaled, hn::Set(d, -bound), hn::Set(d, bound));
        hn::Store(hn::Add(hn::Load(d32, &axis.color[i]), hn::DemoteTo(d32, held)), d32, &axis.wanted[i]);
    }
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {

HWY_EXPORT(want);

void MixtureChooser::choose(std::span<const Position> colors, std::span<std::uint32_t> labels) {
    auto& [l, a, b] = axes_;
    for (std::size_t c = 0; c < colors.size(); ++c)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            axes_[axis].color[c] = coordinates(colors[c])[axis];
            axes_[axis].missing[c] = 0;
        }
    const auto bounds = coordinates(palette_.error_bound);
    for (std::size_t i = 0; i < mixture_size; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) HWY_DYNAMIC_DISPATCH(want)
        (axes_[axis], colors.size(), double(palette_.strength) / 65536, bounds[axis]);
        std::uint32_t* const chosen = &labels[i * colors.size()];
        nearest_({l.wanted.data(), a.wanted.data(), b.wanted.data(), colors.size()}, chosen);
        for (std::size_t c = 0; c < colors.size(); ++c) {
            const Position& entry = palette_.entries[chosen[c]];
            l.missing[c] += l.color[c] - entry.l;
            a.missing[c] += a.color[c] - entry.a;
            b.missing[c] += b.color[c] - entry.b;
        }
    }
}

}
#endif
