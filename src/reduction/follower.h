#pragma once

#include "base/progress.h"
#include "color/height.h"
#include "reduction/color_set.h"
#include "reduction/options.h"
#include "reduction/settled_cells.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// What an engine does for some trajectories, which may start anywhere, not only at colours of the set. Of
/// Options only radius, weighting and, where it is named, max_iterations count. Caches and throws as
/// Engine::reduce() does.
class Follower {
public:
    /// Where trajectories end, one state per start.
    struct Ends {
        std::vector<Position> states;
        std::uint64_t evaluations = 0; ///< of F
        std::uint32_t rounds = 0;      ///< the longest chain of evaluations
    };

    /// How trajectories go besides Options.
    struct Route {
        const SettledCells* settled = nullptr; ///< null: there are none
        bool rounded = false;                  ///< steps are F* of docs/definition.md, not F
    };

    virtual ~Follower() = default;

    /// Follows each start to its fixed point, to the first later state in a settled cell of the route, or for
    /// Options::max_iterations steps. `starts` must be distinct.
    virtual Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                        const Route& route, Progress& progress) = 0;
    /// h of each position.
    virtual std::vector<Height> heights(const ColorSet& colors, std::span<const Position> positions,
                                        const Options& options, Progress& progress) = 0;
};

}
