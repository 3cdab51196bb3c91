#pragma once

#include "base/parallel.h"
#include "base/progress.h"
#include "color/position.h"
#include "reduction/color_set.h"
#include "reduction/options.h"
#include "reduction/reduction.h"
#include "reduction/settled_cells.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The approximate share of the first round in the work of a mean shift on a photograph, where no
/// trajectories have met yet.
inline constexpr double first_round_share = 0.12;

/// The approximate share of the work that is done after `rounds` rounds (at least one), when a share
/// `settled` of the trajectories has ended. Most time goes into the first rounds, when hardly any have
/// settled; those that settle late are cheap. Fitted to photographs of 300,000 and 480,000 colours at r =
/// 0.01 to 0.1. Grows with both arguments; 1 when all have settled.
inline double work_share(std::uint32_t rounds, double settled) {
    assert(rounds > 0 && settled >= 0 && settled <= 1);
    const double of_rounds = first_round_share + 0.25 * (1 - std::exp(-(rounds - 1.0) / 5));
    const double of_settled = 0.6 * std::sqrt(std::sqrt(settled)) + 0.4 * settled;
    return std::max(of_rounds, of_settled);
}

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
        return {.states = {starts.begin(), starts.end()}, .roots = indices_below(starts.size())};
    }

    /// Follows each start to its fixed point, to its first later state in a settled cell of the route, or for
    /// Options::max_iterations steps. `starts` must be distinct.
    virtual Ends follow(const ColorSet& colors, std::span<const Position> starts, const Options& options,
                        const Route& route, Progress& progress) = 0;
    /// h of docs/definition.md of each position.
    virtual std::vector<Height> heights(const ColorSet& colors, std::span<const Position> positions,
                                        const Options& options, Progress& progress) = 0;
};

/// Computes the mean shift of docs/definition.md. Every engine gives the same entries and the same entry_of.
class Engine {
public:
    virtual ~Engine() = default;

    /// "reference", "cpu" or "vulkan".
    virtual std::string name() const = 0;
    /// The hardware it runs on, for display: "2 threads, AVX2", "NVIDIA H200".
    virtual std::string device() const = 0;

    /// Computes the modes. Caches its data of the last ColorSet by id(). Throws Error(usage) for options out
    /// of range, Error(cancelled) when `progress` is cancelled and Error(device) when a device fails. Make
    /// one call at a time per engine.
    virtual Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) = 0;
};

}
