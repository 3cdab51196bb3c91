#pragma once

#include "palette/nearest_in_cell.h"

#include <array>
#include <vector>

namespace huedrift {

/// The number of labels in a colour's mixture ("Dithering" of docs/definition.md).
inline constexpr std::size_t mixture_size = 64;

/// The palette and parameters of ordered dithering.
struct MixedPalette {
    std::span<const Position> entries; ///< at least one
    Position error_bound;              ///< the clamp of errors: +- this in each coordinate
    std::int64_t strength;             ///< of the error, in parts of 2^16, 0 to 2^16
};

/// Chooses the labels of mixtures for many colours at a time. Each choice of a colour depends on its earlier
/// choices but not on other colours, so their searches overlap in the processor. Not thread-safe.
class MixtureChooser {
public:
    static constexpr std::size_t max_colors = 64;

    /// `palette` must outlive this object. Throws Error(cancelled).
    explicit MixtureChooser(const MixedPalette& palette, const Progress& progress = {});

    /// Mixes up to max_colors colours.
    void choose(std::span<const Position> colors);
    /// Writes the labels of one mixture to `to`, dark labels first, for the thresholds to choose from.
    template <class Label>
    void write(std::size_t color, Label* to) const {
        for (std::size_t i = 0; i < mixture_size; ++i) to[i] = static_cast<Label>(labels_[ranks_[i][color]]);
    }

    /// One coordinate of each colour: its own, that of its last choice, and that of the target with the
    /// accumulated error.
    struct Axis {
        alignas(64) std::array<std::int32_t, max_colors> color, taken, wanted;
        alignas(64) std::array<std::int32_t, max_colors> missing; ///< the sum: at most 64 * 2^24
    };
    /// The choices of all colours in one step.
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
