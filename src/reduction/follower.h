#pragma once

#include "base/progress.h"
#include "reduction/color_set.h"
#include "reduction/options.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Follows a few trajectories, which may start anywhere, not only at colours of the set.
class Follower {
public:
    struct Modes {
        std::vector<Position> states; ///< per start: its fixed point, or the state at the iteration limit
        std::vector<std::uint64_t> densities; ///< per start: the weight of all points within r of it
    };

    virtual ~Follower() = default;

    /// Uses Options::radius, weighting and max_iterations only. `starts` must be distinct. Caches and throws
    /// as Engine::reduce() does.
    virtual Modes follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                         Progress& progress) = 0;

    /// An estimate of follow() without an iteration limit, by fewer evaluations of F: a trajectory that
    /// enters a cube of a grid where another has been before continues as that one. The cubes' sides are at
    /// most `side` radii long. Deterministic.
    /// Exact where it is not overridden.
    virtual Modes estimate(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                           [[maybe_unused]] double side, Progress& progress) {
        Options unlimited = options;
        unlimited.max_iterations.reset();
        return follow(colors, starts, unlimited, progress);
    }
};

}
