#include "dither/mix_colors.h"

#include "base/parallel.h"
#include "dither/dither.h"

#include <algorithm>

// Everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dither/mix_colors.cpp"
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace huedrift::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// target = color + floor(missing * strength / 2^16), clamped to +- reach. Products are below 2^53, so
/// doubles hold them exactly.
void want(MixtureChooser::Axis& axis, const std::int32_t* reach, std::size_t count, double strength) {
    const hn::CappedTag<double, Mixtures::max_colors> d;
    const hn::Rebind<std::int32_t, decltype(d)> d32;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const auto color = hn::Load(d32, &axis.color[i]);
        const auto missing =
            hn::Add(hn::Load(d32, &axis.missing[i]), hn::Sub(color, hn::Load(d32, &axis.taken[i])));
        hn::Store(missing, d32, &axis.missing[i]);
        const auto scaled = hn::Floor(hn::Mul(hn::PromoteTo(d, missing), hn::Set(d, strength)));
        const auto most = hn::PromoteTo(d, hn::Load(d32, &reach[i]));
        const auto held = hn::Clamp(scaled, hn::Neg(most), most);
        hn::Store(hn::Add(color, hn::DemoteTo(d32, held)), d32, &axis.target[i]);
    }
}

/// The comparisons of Batcher's merge exchange (Knuth, The Art of Computer Programming 3, 5.2.2, algorithm
/// M). They do not depend on the data, so many columns are sorted at the same time.
struct Comparison {
    std::uint8_t first, second;
};
constexpr std::size_t comparisons = 543;
constexpr std::array<Comparison, comparisons> sorting_network = [] {
    std::array<Comparison, comparisons> network{};
    std::size_t count = 0;
    for (std::size_t merged = 1; merged < mixture_size; merged *= 2)
        for (std::size_t apart = merged; apart > 0; apart /= 2)
            for (std::size_t i = apart % merged; i + apart < mixture_size; ++i)
                if ((i - apart % merged) / apart % 2 == 0 && i / (2 * merged) == (i + apart) / (2 * merged))
                    network[count++] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i + apart)};
    return network;
}();

/// Sorts each column.
void sort_columns(std::array<Mixtures::Row, mixture_size>& rows) {
    const hn::CappedTag<std::uint32_t, Mixtures::max_colors> d;
    for (const auto [first, second] : sorting_network)
        for (std::size_t i = 0; i < Mixtures::max_colors; i += hn::Lanes(d)) {
            const auto x = hn::Load(d, &rows[first][i]), y = hn::Load(d, &rows[second][i]);
            hn::Store(hn::Min(x, y), d, &rows[first][i]);
            hn::Store(hn::Max(x, y), d, &rows[second][i]);
        }
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {

HWY_EXPORT(want);
HWY_EXPORT(sort_columns);

Mixtures::Mixtures(std::span<const Position> entries)
    : labels_(indices_below(entries.size())), ranks_(entries.size()) {
    std::ranges::stable_sort(labels_, {}, [&](std::uint32_t label) { return entries[label].l; });
    for (std::uint32_t rank = 0; rank < labels_.size(); ++rank) ranks_[labels_[rank]] = rank;
}

void Mixtures::sort() { HWY_DYNAMIC_DISPATCH(sort_columns)(rows_); }

MixtureChooser::MixtureChooser(const MixedPalette& palette, const Progress& progress)
    : palette_(palette), nearest_(palette.entries, progress), mixtures_(palette.entries) {}

const Mixtures& MixtureChooser::choose(std::span<const Position> colors) {
    auto& [l, a, b] = axes_;
    for (std::size_t c = 0; c < colors.size(); ++c)
        for (std::size_t axis = 0; axis < 3; ++axis) { // no error at first
            axes_[axis].color[c] = axes_[axis].taken[c] = coordinates(colors[c])[axis];
            axes_[axis].missing[c] = 0;
        }
    Mixtures::Row labels;
    nearest_({{l.color.data(), a.color.data(), b.color.data()}, {}, colors.size()}, labels.data());
    for (std::size_t c = 0; c < colors.size(); ++c)
        reach_[c] = reach_of(root_of(squared_distance(colors[c], palette_.entries[labels[c]])));
    for (std::size_t step = 0; step < mixture_size; ++step) {
        for (Axis& axis : axes_) HWY_DYNAMIC_DISPATCH(want)
        (axis, reach_.data(), colors.size(), double(palette_.strength) / 65536);
        nearest_({{l.target.data(), a.target.data(), b.target.data()}, {}, colors.size()}, labels.data());
        for (std::size_t c = 0; c < colors.size(); ++c) {
            const Position& entry = palette_.entries[labels[c]];
            l.taken[c] = entry.l;
            a.taken[c] = entry.a;
            b.taken[c] = entry.b;
            mixtures_.add(step, c, labels[c]);
        }
    }
    mixtures_.sort();
    return mixtures_;
}

LightMixtureChooser::LightMixtureChooser(const GivenPalette& palette, std::int64_t strength,
                                         const Progress& progress)
    : palette_(&palette), strength_(strength), nearest_(palette.entries, progress),
      mixtures_(palette.entries) {
    if (!palette.neutral.empty()) nearest_neutral_.emplace(palette.neutral_entries, progress);
}

const Mixtures& LightMixtureChooser::choose(std::span<const GivenColor> colors) {
    for (Mixture& mixture : mixed_) mixture.missing = {};
    Mixtures::Row labels;
    for (std::size_t step = 0; step < mixture_size; ++step) {
        for (std::size_t c = 0; c < colors.size(); ++c) {
            std::array<std::int32_t, 3> error = mixed_[c].missing;
            for (std::int32_t& coordinate : error)
                coordinate = static_cast<std::int32_t>(coordinate * strength_ >> 16);
            const Position target = palette_->place(palette_->target(colors[c], error));
            l_[c] = target.l;
            a_[c] = target.a;
            b_[c] = target.b;
        }
        nearest_({{l_.data(), a_.data(), b_.data()}, {}, colors.size()}, labels.data());
        for (std::size_t c = 0; c < colors.size(); ++c) {
            if (colors[c].is_grey)
                labels[c] = palette_->neutral[(*nearest_neutral_)(Position{l_[c], a_[c], b_[c]})];
            mixed_[c].take(step, labels[c], colors[c].light, palette_->lights[labels[c]]);
        }
    }
    for (std::size_t c = 0; c < colors.size(); ++c) {
        exchange(mixed_[c]);
        for (std::size_t step = 0; step < mixture_size; ++step)
            mixtures_.add(step, c, mixed_[c].labels[step]);
    }
    mixtures_.sort();
    return mixtures_;
}

/// Light is matched where it looks nearest, not where it is, so mixtures of 64 would be too light: by 0.6 %
/// of white for greys of black and white.
void LightMixtureChooser::exchange(Mixture& mixture) const {
    std::array<std::uint32_t, mixture_size> present;
    std::size_t count = 0;
    for (const std::uint32_t label : mixture.labels)
        if (std::find(present.begin(), present.begin() + count, label) == present.begin() + count)
            present[count++] = label;
    const std::span distinct(present.data(), count);
    std::ranges::sort(distinct);
    const auto square = [&](std::int64_t y, std::int64_t u, std::int64_t v) { return y * y + u * u + v * v; };
    const auto& [y, u, v] = mixture.missing;
    std::int64_t least = square(y, u, v);
    std::uint32_t from = 0, to = 0;
    for (const std::uint32_t one : distinct)
        for (const std::uint32_t other : distinct) {
            const Light &given = palette_->lights[one], &taken = palette_->lights[other];
            const std::int64_t left =
                square(y + given.y - taken.y, u + given.u - taken.u, v + given.v - taken.v);
            if (left >= least) continue;
            least = left;
            from = one;
            to = other;
        }
    if (from != to) *std::ranges::find(mixture.labels, from) = to;
}

}
#endif
