#pragma once

#include "dither/wavefront.h"

#include <array>
#include <cstdint>

namespace huedrift {

/// The pixels that diffusion to a palette of the picture processes together, side by side, by six
/// coordinates: those of ColorPoint.
struct DiffusionLanes {
    using Points = LaneErrors<6>;

    alignas(64) Points source{};            ///< of the pixels' colours
    alignas(64) LaneNumbers visible{};      ///< 0 where there is no visible pixel, else 1
    alignas(64) LaneNumbers distance{};     ///< of their positions from those of the nearest entries
    alignas(64) LaneNumbers contrast{};     ///< sums over the squares around the pixels, as of ContrastRow
    alignas(64) LaneNumbers square{};       ///< the visible pixels of these, at least 1
    alignas(64) LaneNumbers passed_share{}; ///< of the error, in parts of full_share
    alignas(64) Points target{};            ///< source and error
    alignas(64) Points entry{};             ///< the one that each pixel has got

    /// Adds the errors that pixels have received, as far as they may reach, and finds the shares to pass on.
    void aim(const Points& received);
    /// The errors that pixels pass on, for the strength of a DitherSource.
    Points errors(std::int64_t strength) const;
};

}
