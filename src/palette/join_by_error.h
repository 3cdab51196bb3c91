#pragma once

#include "base/progress.h"
#include "palette/join_nearest.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace huedrift {

/// The joins of a palette from all its entries down to one: every number of colours is a prefix.
class JoinSequence {
public:
    /// The entry `gone` joins the entry `kept`, whose index is lower.
    struct Join {
        std::uint32_t kept, gone;
    };

    JoinSequence(std::vector<JoinedColor> entries, std::vector<Join> joins)
        : entries_(std::move(entries)), joins_(std::move(joins)) {}

    std::span<const Join> joins() const { return joins_; }
    /// The smallest number of entries: 1, or the number of pinned ones; 0 without entries.
    std::size_t fewest() const { return entries_.size() - joins_.size(); }
    /// For each entry the lowest index among the entries joined with it when `count` are left. `count` is
    /// clamped to the possible numbers.
    std::vector<std::uint32_t> becomes(std::size_t count) const;
    /// The entries left, ascending by index. Each lies at its pinned entry, else at the weighted mean of its
    /// entries, rounded half up, and has the sum of their weights.
    std::vector<JoinedColor> left(std::size_t count) const;

private:
    std::vector<JoinedColor> entries_;
    std::vector<Join> joins_;
};

/// "Number of colours" of docs/definition.md, by error: repeatedly joins the two entries whose joining costs
/// the least error (Ward, "Hierarchical grouping to optimize an objective function", 1963). The weights are
/// at least 1, and their sum is at most 2^37. Throws Error(cancelled).
JoinSequence join_by_error(std::vector<JoinedColor> entries, const Progress& progress);

}
