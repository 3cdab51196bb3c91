#include "labels/mix_colors.h"

#include "color/bounding_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "labels/mix_colors.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;
constexpr std::size_t max_lanes = hn::MaxLanes(Doubles());

struct Vectors {
    Vector l, a, b;
};

struct Best {
    Vector distance, label; ///< squared
};

HWY_INLINE Vector squared(const Vectors& v) {
    return hn::MulAdd(v.l, v.l, hn::MulAdd(v.a, v.a, hn::Mul(v.b, v.b)));
}

/// The first of the nearest entries.
HWY_INLINE Best search(const MixtureChooser::Entries& entries, const Vectors& wanted) {
    const Doubles d;
    Best best{hn::Set(d, std::numeric_limits<double>::infinity()), hn::Zero(d)};
    for (std::size_t i = 0; i < entries.l.size(); ++i) {
        const Vector distance =
            squared({hn::Sub(wanted.l, hn::Set(d, entries.l[i])), hn::Sub(wanted.a, hn::Set(d, entries.a[i])),
                     hn::Sub(wanted.b, hn::Set(d, entries.b[i]))});
        const auto wins = hn::Lt(distance, best.distance);
        best.distance = hn::Min(distance, best.distance);
        best.label = hn::IfThenElse(wins, hn::Set(d, entries.label[i]), best.label);
    }
    return best;
}

/// Searches all entries for the lanes that `is_settled` leaves out.
HWY_NOINLINE Vector search_rest(NearestInCell& nearest, const Vectors& wanted, Vector label,
                                hn::Mask<Doubles> is_settled) {
    const Doubles d;
    std::array<double, max_lanes> l, a, b, labels, settled;
    hn::StoreU(wanted.l, d, l.data());
    hn::StoreU(wanted.a, d, a.data());
    hn::StoreU(wanted.b, d, b.data());
    hn::StoreU(label, d, labels.data());
    hn::StoreU(hn::IfThenElseZero(is_settled, hn::Set(d, 1)), d, settled.data());
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane)
        if (settled[lane] == 0)
            labels[lane] = nearest({static_cast<std::int32_t>(l[lane]), static_cast<std::int32_t>(a[lane]),
                                    static_cast<std::int32_t>(b[lane])});
    return hn::LoadU(d, labels.data());
}

HWY_INLINE Vector held(Vector sum, double strength, double bound) {
    const Doubles d;
    const Vector scaled = hn::Floor(hn::Mul(sum, hn::Set(d, strength)));
    return hn::Clamp(scaled, hn::Set(d, -bound), hn::Set(d, bound));
}

/// Mixes as many colours as there are lanes; `count` of them are written.
HWY_INLINE void choose_lanes(const MixtureChooser::Job& job, const Vectors& color, std::size_t count,
                             std::uint32_t* labels) {
    const Doubles d;
    const hn::Rebind<std::int32_t, Doubles> d32;
    const hn::RebindToSigned<Doubles> d64;
    const auto [bound_l, bound_a, bound_b] = job.palette.error_bound;
    const double strength = double(job.palette.strength) / 65536;
    const Vector limit = hn::Set(d, job.limit);
    Vectors sum{hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    for (std::size_t i = 0; i < mixture_size; ++i) {
        const Vectors error{held(sum.l, strength, bound_l), held(sum.a, strength, bound_a),
                            held(sum.b, strength, bound_b)};
        const Vectors wanted{hn::Add(color.l, error.l), hn::Add(color.a, error.a), hn::Add(color.b, error.b)};
        Best best = search(job.near, wanted);
        // By the triangle inequality no other entry can be as near.
        const auto is_settled = hn::Lt(hn::Add(hn::Sqrt(best.distance), hn::Sqrt(squared(error))), limit);
        if (!hn::AllTrue(d, is_settled))
            best.label = search_rest(job.nearest, wanted, best.label, is_settled);
        const auto label = hn::DemoteTo(d32, best.label);
        const auto at = hn::PromoteTo(d64, label);
        sum.l = hn::Add(sum.l, hn::Sub(color.l, hn::GatherIndex(d, job.all.l.data(), at)));
        sum.a = hn::Add(sum.a, hn::Sub(color.a, hn::GatherIndex(d, job.all.a.data(), at)));
        sum.b = hn::Add(sum.b, hn::Sub(color.b, hn::GatherIndex(d, job.all.b.data(), at)));
        std::array<std::int32_t, max_lanes> chosen;
        hn::StoreU(label, d32, chosen.data());
        for (std::size_t lane = 0; lane < count; ++lane)
            labels[lane * mixture_size + i] = static_cast<std::uint32_t>(chosen[lane]);
    }
}

void choose(const MixtureChooser::Job& job) {
    const Doubles d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t first = 0; first < job.colors.size(); first += lanes) {
        const std::size_t count = std::min(lanes, job.colors.size() - first);
        std::array<double, max_lanes> l{}, a{}, b{};
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Position& color = job.colors[first + std::min(lane, count - 1)];
            l[lane] = color.l;
            a[lane] = color.a;
            b[lane] = color.b;
        }
        choose_lanes(job, {hn::LoadU(d, l.data()), hn::LoadU(d, a.data()), hn::LoadU(d, b.data())}, count,
                     &job.labels[first * mixture_size]);
    }
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {
namespace {

/// Entries that are looked at for every error: of palettes up to this size all. Measured with 64 and 256
/// colours of photographs: 16 or 64 are slower, as errors of colours outside the palette's hull are large.
constexpr std::size_t max_near = 256;

}

HWY_EXPORT(choose);

void MixtureChooser::Entries::add(const Position& entry, std::size_t of) {
    l.push_back(entry.l);
    a.push_back(entry.a);
    b.push_back(entry.b);
    label.push_back(double(of));
}

void MixtureChooser::Entries::clear() {
    for (std::vector<double>* const part : {&l, &a, &b, &label}) part->clear();
}

MixtureChooser::MixtureChooser(const MixedPalette& palette) : palette_(palette), nearest_(palette.entries) {
    for (std::size_t i = 0; i < palette.entries.size(); ++i) all_.add(palette.entries[i], i);
}

void MixtureChooser::choose(std::span<const Position> colors, std::span<std::uint32_t> labels) {
    if (all_.l.size() <= max_near) {
        HWY_DYNAMIC_DISPATCH(choose)
        ({palette_, all_, all_, std::numeric_limits<double>::infinity(), nearest_, colors, labels});
        return;
    }
    const Position middle = bounding_box(colors).middle();
    const auto distance = [&](const Position& p) { return std::sqrt(double(squared_distance(p, middle))); };
    by_distance_.clear();
    for (std::uint32_t i = 0; i < palette_.entries.size(); ++i)
        by_distance_.emplace_back(distance(palette_.entries[i]), i);
    std::ranges::nth_element(by_distance_, by_distance_.begin() + max_near);
    double farthest = 0;
    for (const Position& color : colors) farthest = std::max(farthest, distance(color));
    const double limit = by_distance_[max_near].first - farthest - 1; // 1: more than roots are rounded by
    const std::span near(by_distance_.data(), max_near);
    std::ranges::sort(near, {}, [](const auto& one) { return one.second; });
    near_.clear();
    for (const auto& [apart, label] : near) near_.add(palette_.entries[label], label);
    HWY_DYNAMIC_DISPATCH(choose)({palette_, all_, near_, limit, nearest_, colors, labels});
}

}
#endif
