#pragma once

#include "reduction/follower.h"

#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// About where trajectories end, found in few evaluations of F.
struct Ascent {
    std::vector<Position> modes;          ///< distinct
    std::vector<std::uint64_t> densities; ///< per mode: the weight within the radius, about
    std::vector<std::uint32_t> mode_of;   ///< per start, an index into modes
};

/// Climbs the density of `colors` from `starts`, which must be distinct. Mean shift crawls along ridges by
/// small steps of like direction, so steps are lengthened as long as they agree (over-relaxation), and what
/// comes within a fraction of the radius goes on together. Deterministic, not exact. Throws as
/// Follower::follow() does.
Ascent ascend(Follower& follower, const ColorSet& colors, std::span<const Position> starts,
              const Options& options, Progress& progress);

}
