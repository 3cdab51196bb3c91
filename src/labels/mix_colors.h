#pragma once

#include "palette/nearest_in_cell.h"
#include "reduction/color_mixer.h"

#include <array>
#include <vector>

namespace huedrift {

/// Chooses the labels of mixtures, many colours side by side: what a colour takes next depends on what it
/// took before, but not on other colours, so their searches overlap in the processor. Not thread-safe.
class MixtureChooser {
public:
    static constexpr std::size_t max_colors = 64;

    /// The entries of `palette` must outlive it.
    explicit MixtureChooser(const MixedPalette& palette);

    /// For up to max_colors colours.
    void choose(std::span<const Position> colors);
    /// Writes the labels of one of them to `to`, dark ones first, for the thresholds to choose from.
    template <class Label>
    void write(std::size_t color, Label* to) const {
        for (std::size_t i = 0; i < mixture_size; ++i) to[i] = static_cast<Label>(labels_[ranks_[i][color]]);
    }

    /// One coordinate of each colour: its own, that of what it took last, and where it and what it misses so
    /// far lead.
    struct Axis {
        alignas(64) std::array<std::int32_t, max_colors> color, taken, wanted;
        alignas(64) std::array<std::int32_t, max_colors> missing; ///< the sum: at most 64 * 2^24
    };
    /// What was chosen at the same time, of each colour.
    using Row = std::array<std::uint32_t, max_colors>;

private:
    struct Entry {
        Position position;
        std::uint32_t rank; ///< from dark to light; entries of equal lightness ascend by label
    };

    MixedPalette palette_;
    NearestInCell nearest_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> labels_; ///< by rank
    std::array<Axis, 3> axes_{};
    alignas(64) std::array<Row, mixture_size> ranks_{};
};

}
