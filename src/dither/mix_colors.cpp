#include "dither/mix_colors.h"

#include "base/parallel.h"
#include "dither/dither.h"

#include <algorithm>
#include <cassert>

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
        const auto error = hn::Sub(color, hn::Load(d32, &axis.taken[i]));
        const auto missing = hn::Clamp(hn::Add(hn::Load(d32, &axis.missing[i]), error),
                                       hn::Set(d32, -most_missing), hn::Set(d32, most_missing));
        hn::Store(missing, d32, &axis.missing[i]);
        const auto scaled = hn::Floor(hn::Mul(hn::PromoteTo(d, missing), hn::Set(d, strength)));
        const auto most = hn::PromoteTo(d, hn::Load(d32, &reach[i]));
        const auto held = hn::Clamp(scaled, hn::Neg(most), most);
        hn::Store(hn::Add(color, hn::DemoteTo(d32, held)), d32, &axis.target[i]);
    }
}

/// Sorts each column.
void sort_columns(std::span<Mixtures::Ranks> rows, std::span<const Mixtures::Comparison> comparisons) {
    const hn::CappedTag<std::uint32_t, Mixtures::max_colors> d;
    for (const auto [first, second] : comparisons)
        for (std::size_t i = 0; i < Mixtures::max_colors; i += hn::Lanes(d)) {
            const auto x = hn::Load(d, &rows[first].ranks[i]), y = hn::Load(d, &rows[second].ranks[i]);
            hn::Store(hn::Min(x, y), d, &rows[first].ranks[i]);
            hn::Store(hn::Max(x, y), d, &rows[second].ranks[i]);
        }
}

}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace huedrift {

HWY_EXPORT(want);
HWY_EXPORT(sort_columns);

namespace {

/// Batcher's merge exchange (Knuth, The Art of Computer Programming 3, 5.2.2, algorithm M). Its comparisons
/// do not depend on the data, so many columns are sorted at the same time.
std::vector<Mixtures::Comparison> merge_exchange(std::size_t size) {
    assert(size <= most_mixed);
    std::vector<Mixtures::Comparison> network;
    for (std::size_t merged = 1; merged < size; merged *= 2)
        for (std::size_t apart = merged; apart > 0; apart /= 2)
            for (std::size_t i = apart % merged; i + apart < size; ++i)
                if ((i - apart % merged) / apart % 2 == 0 && i / (2 * merged) == (i + apart) / (2 * merged))
                    network.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i + apart)});
    return network;
}

}

Mixtures::Mixtures(std::span<const Position> entries, std::size_t size)
    : labels_(indices_below(entries.size())), ranks_(entries.size()), rows_(size),
      comparisons_(merge_exchange(size)) {
    std::ranges::stable_sort(labels_, {}, [&](std::uint32_t label) { return entries[label].l; });
    for (std::uint32_t rank = 0; rank < labels_.size(); ++rank) ranks_[labels_[rank]] = rank;
}

void Mixtures::sort() { HWY_DYNAMIC_DISPATCH(sort_columns)(rows_, comparisons_); }

MixtureChooser::MixtureChooser(const MixedPalette& palette, const Progress& progress)
    : palette_(palette), nearest_(palette.entries, progress), mixtures_(palette.entries, palette.size) {
    assert(palette.strength >= 0 && palette.strength <= full_strength);
}

const Mixtures& MixtureChooser::choose(std::span<const Position> colors) {
    assert(colors.size() <= Mixtures::max_colors);
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
    for (std::size_t step = 0; step < mixtures_.size(); ++step) {
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

LightMixtureChooser::LightMixtureChooser(const GivenPalette& palette, std::int64_t strength, std::size_t size,
                                         const Progress& progress)
    : palette_(&palette), strength_(strength), nearest_(palette.entries, progress),
      mixtures_(palette.entries, size) {
    assert(strength >= 0 && strength <= full_strength);
    for (Mixture& mixture : mixed_) mixture.labels.resize(size);
    if (!palette.neutral.empty()) nearest_neutral_.emplace(palette.neutral_entries, progress);
}

const Mixtures& LightMixtureChooser::choose(std::span<const GivenColor> colors) {
    assert(colors.size() <= Mixtures::max_colors);
    for (Mixture& mixture : mixed_) mixture.missing = {};
    Mixtures::Row labels;
    for (std::size_t step = 0; step < mixtures_.size(); ++step) {
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
            assert(!colors[c].is_grey || nearest_neutral_);
            if (colors[c].is_grey)
                labels[c] = palette_->neutral[(*nearest_neutral_)(Position{l_[c], a_[c], b_[c]})];
            mixed_[c].take(step, labels[c], colors[c].light, palette_->lights[labels[c]]);
        }
    }
    for (std::size_t c = 0; c < colors.size(); ++c) {
        exchange(mixed_[c]);
        for (std::size_t step = 0; step < mixtures_.size(); ++step)
            mixtures_.add(step, c, mixed_[c].labels[step]);
    }
    mixtures_.sort();
    return mixtures_;
}

/// Light is matched where it looks nearest, not where it is, so mixtures would be too light: those of 64
/// by 0.6 % of white for greys of black and white.
void LightMixtureChooser::exchange(Mixture& mixture) const {
    std::array<std::uint32_t, most_mixed> present;
    std::size_t count = 0;
    for (const std::uint32_t label : mixture.labels)
        if (std::find(present.begin(), present.begin() + count, label) == present.begin() + count)
            present[count++] = label;
    const std::span distinct(present.data(), count);
    std::ranges::sort(distinct);
    // How much longer the square of the error becomes with d: |c + d|^2 - |c|^2. The squares may exceed 64
    // bits.
    const auto grown = [](std::int64_t c, std::int64_t d) { return d * (2 * c + d); };
    const auto& [y, u, v] = mixture.missing;
    std::int64_t least = 0;
    std::uint32_t from = 0, to = 0;
    for (const std::uint32_t one : distinct)
        for (const std::uint32_t other : distinct) {
            const Light &given = palette_->lights[one], &taken = palette_->lights[other];
            const std::int64_t left =
                grown(y, given.y - taken.y) + grown(u, given.u - taken.u) + grown(v, given.v - taken.v);
            if (left >= least) continue;
            least = left;
            from = one;
            to = other;
        }
    if (from != to) *std::ranges::find(mixture.labels, from) = to;
}

}
#endif
