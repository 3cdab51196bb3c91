#pragma once

#include "dither/given_palette.h"
#include "palette/nearest_in_cell.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <vector>

namespace huedrift {

/// The most labels in a colour's mixture ("Dithering" of docs/definition.md).
inline constexpr std::size_t most_mixed = 256;
/// How far the sum of errors of a mixture may be from 0, so that it fits 32 bits beside one more error: in
/// Oklab these are less than 1, in light up to 1.86. Sums of 64 are never so large.
inline constexpr std::int32_t most_missing = 126 * units_per_one;

/// The palette and parameters of ordered dithering.
struct MixedPalette {
    std::span<const Position> entries; ///< at least one
    std::int64_t strength;             ///< of the error, in parts of 2^16, 0 to 2^16
    std::size_t size;                  ///< of a mixture, 1 to most_mixed
};

/// The mixtures of many colours at a time.
class Mixtures {
public:
    static constexpr std::size_t max_colors = 64;
    /// A number for each colour.
    using Row = std::array<std::uint32_t, max_colors>;
    /// The places of a column that are compared.
    struct Comparison {
        std::uint8_t first, second;
    };

    Mixtures(std::span<const Position> entries, std::size_t size);

    std::size_t size() const { return rows_.size(); }
    /// Adds a label to a colour's mixture, as number `step`, below size().
    void add(std::size_t step, std::size_t color, std::uint32_t label) {
        assert(step < size() && color < max_colors && label < ranks_.size());
        rows_[step].ranks[color] = ranks_[label];
    }
    /// Sorts the labels of each colour, once all are added.
    void sort();
    /// Writes the labels of one mixture to `to`, dark labels first, for the thresholds to choose from.
    template <class Label>
    void write(std::size_t color, Label* to) const {
        assert(color < max_colors);
        for (const Ranks& row : rows_) *to++ = static_cast<Label>(labels_[row.ranks[color]]);
    }

    /// The ranks of labels of all colours.
    struct alignas(64) Ranks {
        Row ranks;
    };

private:
    std::vector<std::uint32_t> labels_; ///< by rank: from dark to light, equal lightness ascending by label
    std::vector<std::uint32_t> ranks_;  ///< by label
    std::vector<Ranks> rows_;
    std::vector<Comparison> comparisons_; ///< that sort a column
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
        alignas(64) std::array<std::int32_t, Mixtures::max_colors> missing; ///< the sum, within most_missing
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
    /// `palette` must outlive this object. `strength` and `size` are as in MixedPalette. Throws
    /// Error(cancelled).
    LightMixtureChooser(const GivenPalette& palette, std::int64_t strength, std::size_t size,
                        const Progress& progress = {});

    /// Mixes up to Mixtures::max_colors colours; valid until the next call.
    const Mixtures& choose(std::span<const GivenColor> colors);

private:
    /// A mixture, and the light of its colour less that of the mixture, in y, u and v.
    struct Mixture {
        std::vector<std::uint32_t> labels;
        std::array<std::int32_t, 3> missing;

        void take(std::size_t step, std::uint32_t label, const Light& own, const Light& taken) {
            labels[step] = label;
            const std::array<std::int32_t, 3> error{own.y - taken.y, own.u - taken.u, own.v - taken.v};
            for (std::size_t i = 0; i < 3; ++i)
                missing[i] = std::clamp(missing[i] + error[i], -most_missing, most_missing);
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
