#pragma once

#include "dither/given_palette.h"
#include "dither/mix_colors.h"

#include <optional>

namespace huedrift {

/// Chooses the labels of mixtures of light for many colours at a time. Not thread-safe.
class LightMixtureChooser {
public:
    /// `palette` must outlive this object. `strength` is as in MixedPalette. Throws Error(cancelled).
    LightMixtureChooser(const GivenPalette& palette, std::int64_t strength, const Progress& progress = {});

    /// Mixes up to Mixtures::max_colors colours; valid until the next call.
    const Mixtures& choose(std::span<const GivenColor> colors);

private:
    /// A mixture and what it lacks of its colour's light, in y, u and v: below 2^31, as no two entries are
    /// farther apart than 1.86.
    struct Mixture {
        std::array<std::uint32_t, mixture_size> labels;
        std::array<std::int32_t, 3> missing;

        void take(std::size_t step, std::uint32_t label, const Light& own, const Light& taken) {
            labels[step] = label;
            missing[0] += own.y - taken.y;
            missing[1] += own.u - taken.u;
            missing[2] += own.v - taken.v;
        }
    };
    using Coordinates = std::array<std::int32_t, Mixtures::max_colors>;

    void exchange(Mixture& mixture) const;

    const GivenPalette* palette_;
    std::int64_t strength_;
    NearestInCell nearest_;
    std::optional<NearestInCell> nearest_neutral_{};
    alignas(64) Coordinates l_{}, a_{}, b_{};
    std::array<Mixture, Mixtures::max_colors> mixed_{};
    Mixtures mixtures_;
};

}
