#include "dither/mix_light.h"

#include <algorithm>

namespace huedrift {

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
