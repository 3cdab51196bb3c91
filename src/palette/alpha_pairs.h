#pragma once

#include "base/progress.h"
#include "color/oklab.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A colour with its alpha.
struct AlphaPair {
    Rgb color{};
    std::uint8_t alpha = 255; ///< 1 to 255
    std::uint64_t pixels = 1; ///< at least 1

    friend bool operator==(const AlphaPair&, const AlphaPair&) = default;
};

/// Up to this many pairs are joined one by one. At least 16, as the sign of a coordinate divides cells of any
/// size.
inline constexpr std::size_t max_pair_cells = std::size_t{1} << 12;

/// Pairs after joins.
struct JoinedPairs {
    std::vector<AlphaPair> pairs{};
    std::vector<std::uint16_t> becomes{}; ///< per pair, an index into pairs
};

/// "Alpha levels" of docs/definition.md: joins pairs by error until at most `count` are left, 2 to 65535, and
/// settles them. Opaque pairs join only opaque ones, and where that suffices pairs join only those of their
/// colour. `pairs` are distinct, their pixels are at most 2^37 together. Throws Error(cancelled).
JoinedPairs join_alpha_pairs(std::span<const AlphaPair> pairs, std::size_t count, Transfer transfer,
                             const Progress& progress, std::size_t max_cells = max_pair_cells);

}
