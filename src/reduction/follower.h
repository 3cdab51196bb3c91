#pragma once

#include "base/progress.h"
#include "reduction/color_set.h"
#include "reduction/options.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// Follows a few trajectories that may start anywhere, not only at the colours of the set.
class Follower {
public:
    struct Ends {
        std::vector<Position> states; ///< per start: its fixed point, or the state at the iteration limit
        std::vector<std::uint64_t> densities; ///< per start: the weight of all points within r of it
    };

    virtual ~Follower() = default;

    /// Options::radius, weighting and max_iterations count. `starts` must be distinct. What is built once per
    /// image is kept for the last ColorSet seen. Throws as Engine::reduce() does.
    virtual Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                        Progress& progress) = 0;
};

}
