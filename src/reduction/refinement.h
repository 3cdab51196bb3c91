#pragma once

#include "reduction/engine.h"
#include "reduction/reduction.h"

#include <cstdint>
#include <vector>

namespace huedrift {

/// The colours of a set in Morton order, in which those of a cube are neighbours.
struct MortonOrder {
    /// Throws Error(cancelled).
    explicit MortonOrder(const ColorSet& colors, const Progress& progress = {});

    static std::uint64_t key_of(const Position& position);

    std::vector<std::uint64_t> keys; ///< ascending; of the cubes of 2^Cube::min_bits units
    std::vector<std::uint32_t> colors;
    std::vector<Position> positions;
};

/// The most levels of cells.
inline constexpr int max_cell_levels = 4;

/// The reduction of a set that is not empty, by the trajectories of a follower. If `options` are refined
/// (is_refined()), by "Refinement" of docs/definition.md: follows cells of colours, then ever smaller ones
/// where they do not agree, and single colours only between basins; with Refine::coarse, only cells.
/// Otherwise, and where there are too many cells, follows every colour. Throws as Follower::follow() does.
Reduction reduction_by(Follower& follower, const ColorSet& colors, const MortonOrder& order,
                       const Options& options, Progress& progress);

}
