#pragma once

#include "base/progress.h"
#include "palette/join_parts.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace huedrift {

/// A palette after joins.
struct JoinedPalette {
    /// Ascending by their lowest entries. Each lies at its pinned entry, else at the weighted mean of its
    /// entries, rounded half up, and has the sum of their weights.
    std::vector<JoinedPoint> points;
    std::vector<std::uint32_t> becomes; ///< per entry, an index into points
};

/// The joins of a palette from all its parts down to one: every number of colours is a prefix.
class JoinSequence {
public:
    /// The part `gone` joins the part `survivor`, whose index is lower.
    struct Join {
        std::uint32_t survivor, gone;
    };

    JoinSequence(JoinParts parts, std::vector<Join> joins)
        : parts_(std::move(parts)), joins_(std::move(joins)) {}

    /// The palette after the joins to `count` colours, which is clamped to the possible numbers.
    JoinedPalette left(std::size_t count) const;

private:
    JoinParts parts_;
    std::vector<Join> joins_;
};

/// "Number of colours" of docs/definition.md, by error: repeatedly joins the two parts whose joining costs
/// the least error (Ward, "Hierarchical grouping to optimize an objective function", 1963). The weights are
/// at least 1, and their sum is at most 2^37. Throws Error(cancelled).
JoinSequence join_by_error(JoinParts parts, const Progress& progress);

/// A palette colour that may join another.
struct JoinedColor {
    Position position;
    std::uint64_t weight = 0;
    bool pinned = false; ///< never joins another
};

/// "Number of colours" by distance: joins the two nearest colours until `count` are left, or only pinned
/// ones. `colors` ascend by code. Returns for each colour the index of the one that it became. Throws
/// Error(cancelled).
std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count,
                                        const Progress& progress);

}
