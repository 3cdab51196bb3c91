#pragma once

#include "reduction/follower.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// An approximation of the modes, found in few evaluations of F.
struct Ascent {
    std::vector<Position> modes;          ///< distinct
    std::vector<std::uint64_t> densities; ///< per mode: approximately the weight within the radius
    std::vector<std::uint32_t> mode_of;   ///< per start, an index into modes
};

/// Climbs the density of `colors` from `starts`, which must be distinct. Mean shift crawls along ridges in
/// small steps of similar direction, so steps are lengthened while their directions agree (over-relaxation),
/// and trajectories that come within a fraction of the radius of each other continue as one. Deterministic,
/// not exact. Throws as Follower::follow() does.
Ascent ascend(Follower& follower, const ColorSet& colors, std::span<const Position> starts,
              const Options& options, Progress& progress);

}
