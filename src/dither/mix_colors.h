#pragma once

#include "dither/given_palette.h"
#include "palette/nearest_in_cell.h"

#include <array>
#include <optional>
#include <vector>

namespace huedrift {

/// The number of labels in a colour's mixture ("Dithering" of docs/definition.md).
inline constexpr std::size_t mixture_size = 64;

/// The palette and parameters of ordered dithering.
struct MixedPalette {
    std::span<const Position> entries; ///< at least one
    std::int64_t strength;             ///< of the error, in parts of 2^16, 0 to 2^16
};

/// The mixtures of many colours at a time.
class Mixtures {
public:
    static constexpr std::size_t max_colors = 64;
    /// A number for each colour.
    using Row = std::array<std::uint32_t, max_colors>;

    explicit Mixtures(std::span<const Position> entries);

    /// Adds a label to a colour's mixture, as number `step`, 0 to mixture_size - 1.
    void add(std::size_t step, std::size_t color, std::uint32_t label) { rows_[step][color] = ranks_[label]; }
    /// Sorts the labels of each colour, once all are added.
    void sort();
    /// Writes the labels of one mixture to `to`, dark labels first, for the thresholds to choose from.
    template <class Label>
    void write(std::size_t color, Label* to) const {
        for (std::size_t i = 0; i < mixture_size; ++i) to[i] = static_cast<Label>(labels_[rows_[i][color]]);
    }

private:
    std::vector<std::uint32_t> labels_; ///< by rank: from dark to light, equal lightness ascending by label
    std::vector<std::uint32_t> ranks_;  ///< by label
    alignas(64) std::array<Row, mixture_size> rows_{}; ///< ranks
};

/// Chooses the labels of mixtures for many colours at a time. Each choice of a colour depends on its earlier
/// choices but not on other colours, so their searches overlap in the processor. Not thread-safe.
class MixtureChooser {
public:
    /// `palette` must outlive this object. Throws Error(cancelled).
    explicit MixtureChooser(const MixedPalette& palette, const Progress& progress = {});

    /// Mixes up to Mixtures::max_colors colours; valid until the next call.
    const Mixtures& choose(std::span<const Position> colors);

    /// One coordinate of each colour: its own, that of its last choice, and that of the target with the
    /// accumulated error.
    struct Axis {
        alignas(64) std::array<std::int32_t, Mixtures::max_colors> color, taken, target;
        alignas(64) std::array<std::int32_t, Mixtures::max_colors> missing; ///< the sum: at most 64 * 2^24
    };

private:
    MixedPalette palette_;
    NearestInCell nearest_;
    std::array<Axis, 3> axes_{};
    alignas(64) std::array<std::int32_t, Mixtures::max_colors> reach_{}; ///< of each colour's errors
    Mixtures mixtures_;
};

/// Chooses the labels of mixtures of light for many colours at a time. Not thread-safe.
class LightMixtureChooser {
public:
    /// `palette` must outlive this object. `strength` is as in MixedPalette. Throws Error(cancelled).
    LightMixtureChooser(const GivenPalette& palette, std::int64_t strength, const Progress& progress = {});

    /// Mixes up to Mixtures::max_colors colours; valid until the next call.
    const Mixtures& choose(std::span<const GivenColor> colors);

private:
    /// A mixture, and the light of its colour less that of the mixture, in y, u and v: below 2^31, as no two
    /// entries are farther apart than 1.86.
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
