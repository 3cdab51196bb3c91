#pragma once

#include "base/progress.h"
#include "color/position.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A palette colour that may join another.
struct JoinedColor {
    Position position;
    std::uint64_t weight = 0;
    bool pinned = false; ///< never joins another
};

/// "Number of colours" of docs/definition.md, by distance: joins the two nearest colours until `count` are
/// left, or only pinned ones. `colors` ascend by code. Returns for each colour the index of the one that it
/// became. Throws Error(cancelled).
std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count,
                                        const Progress& progress);

}
