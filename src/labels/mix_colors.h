#pragma once

#include "palette/nearest_in_cell.h"
#include "reduction/color_mixer.h"

#include <array>

namespace huedrift {

/// Chooses the labels of mixtures, many colours side by side: what a colour takes next depends on what it
/// took before, but not on other colours, so their searches overlap in the processor. Not thread-safe.
class MixtureChooser {
public:
    static constexpr std::size_t max_colors = 64;

    /// `palette` must outlive it.
    explicit MixtureChooser(const MixedPalette& palette) : palette_(palette), nearest_(palette.entries) {}

    /// Writes mixture_size labels for each of up to max_colors colours, in the order in which they are
    /// chosen: the first of all colours, then the second of all, and so on.
    void choose(std::span<const Position> colors, std::span<std::uint32_t> labels);

    /// One coordinate of each colour.
    struct Axis {
        alignas(64) std::array<std::int32_t, max_colors> color, wanted;
        alignas(64) std::array<std::int32_t, max_colors> missing; ///< the sum: at most 64 * 2^24
    };

private:
    const MixedPalette& palette_;
    NearestInCell nearest_;
    std::array<Axis, 3> axes_{};
};

}
