#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "reduction/color_set.h"
#include "reduction/options.h"
#include "reduction/settled_cells.h"

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace huedrift {

/// Follows some trajectories on an engine. They may start anywhere, not only at colours of the set. Of
/// Options, radius and weighting count, and max_iterations where its documentation says so. Caches and throws
/// as Engine::reduce() does.
class Follower {
public:
    /// The ends of trajectories, per start.
    struct Ends {
        std::vector<Position> states;
        /// A trajectory that ends in the same state, and is its own root; starts in one state may have
        /// several.
        std::vector<std::uint32_t> roots;
        std::uint64_t evaluations = 0; ///< of F
        std::uint32_t rounds = 0;      ///< the longest chain of evaluations
    };

    /// The course of trajectories besides Options.
    struct Route {
        const SettledCells* settled = nullptr; ///< null: none
        bool rounded = false;                  ///< steps by F* of docs/definition.md instead of F
    };

    virtual ~Follower() = default;

    /// The ends of trajectories that do not move.
    static Ends ends_at(std::span<const Position> starts) {
        Ends ends{.states = {starts.begin(), starts.end()},
                  .roots = std::vector<std::uint32_t>(starts.size())};
        std::iota(ends.roots.begin(), ends.roots.end(), 0u);
        return ends;
    }

    /// Follows each start to its fixed point, to its first later state in a settled cell of the route, or for
    /// Options::max_iterations steps. `starts` must be distinct.
    virtual Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                        const Route& route, Progress& progress) = 0;
    /// h of docs/definition.md of each position.
    virtual std::vector<Height> heights(const ColorSet& colors, std::span<const Position> positions,
                                        const Options& options, Progress& progress) = 0;
};

}
