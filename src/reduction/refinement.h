#pragma once

#include "reduction/follower.h"
#include "reduction/reduction.h"

#include <optional>

namespace huedrift {

/// The colours of a set in Morton order, in which those of a cube are neighbours.
struct MortonOrder {
    explicit MortonOrder(const ColorSet& colors);

    static std::uint64_t key_of(const Position& position);

    std::vector<std::uint64_t> keys; ///< ascending; of the cubes of 2^Cube::min_bits units
    std::vector<std::uint32_t> colors;
    std::vector<Position> positions;
};

/// The most levels of cells.
inline constexpr int max_cell_levels = 4;

/// "Refinement" of docs/definition.md: follows cells of colours, then ever smaller ones where they do not
/// agree, and single colours only between basins. With Refine::coarse, only cells: a preview. None: there are
/// so many cells that every colour is to be followed. `options` must be refined (is_refined()), and the set
/// must not be empty. Throws as Follower::follow() does.
std::optional<Reduction> refine(const ColorSet& colors, const MortonOrder& order, Follower& follower,
                                const Options& options, Progress& progress);

}
