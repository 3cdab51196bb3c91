#pragma once

#include "palette/nearest_in_cell.h"
#include "reduction/color_mixer.h"

#include <vector>

namespace huedrift {

/// Chooses the labels of mixtures, many colours side by side, mostly among the few entries nearest to them.
/// Squared distances are below 2^53, so doubles hold them exactly and all instruction sets give the same. Not
/// thread-safe.
class MixtureChooser {
public:
    /// `palette` must outlive it.
    explicit MixtureChooser(const MixedPalette& palette);

    /// Writes mixture_size labels for each colour, in the order in which they are chosen. The closer the
    /// colours are to each other, the faster.
    void choose(std::span<const Position> colors, std::span<std::uint32_t> labels);

    /// Entries, with a coordinate each in a vector.
    struct Entries {
        std::vector<double> l, a, b, label;
        void add(const Position& entry, std::size_t of);
        void clear();
    };
    /// What the vectorised part works on.
    struct Job {
        const MixedPalette& palette;
        const Entries &all, &near; ///< each ascends by label
        double limit;              ///< no colour of the job is closer than this to an entry that is not near
        NearestInCell& nearest;
        std::span<const Position> colors;
        std::span<std::uint32_t> labels;
    };

private:
    const MixedPalette& palette_;
    NearestInCell nearest_;
    Entries all_, near_;
    std::vector<std::pair<double, std::uint32_t>> by_distance_;
};

}
