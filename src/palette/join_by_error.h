#pragma once

#include "base/progress.h"
#include "palette/join_nearest.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace huedrift {

/// The joins of a palette from all of its entries down to one: any number of colours is a prefix of it.
class JoinSequence {
public:
    /// The entry `gone` joins the entry `kept`, whose index is lower.
    struct Join {
        std::uint32_t kept, gone;
    };

    JoinSequence(std::vector<JoinedColor> entries, std::vector<Join> joins)
        : entries_(std::move(entries)), joins_(std::move(joins)) {}

    std::span<const Join> joins() const { return joins_; }
    /// How many are left in the end: 1, or as many as are pinned; 0 without entries.
    std::size_t fewest() const { return entries_.size() - joins_.size(); }
    /// For each entry the lowest index of those that have become one with it when `count` are left, or as
    /// many as there are: all of them, or the fewest.
    std::vector<std::uint32_t> becomes(std::size_t count) const;
    /// What is then left, ascending by index: each lies where its pinned entry does, else at the mean of its
    /// entries, weighted and rounded half up, and weighs as much as all of them.
    std::vector<JoinedColor> left(std::size_t count) const;

private:
    std::vector<JoinedColor> entries_;
    std::vector<Join> joins_;
};

/// "Number of colours" of docs/definition.md, by error: the two entries whose joining costs the least error
/// join, again and again (Ward, "Hierarchical grouping to optimize an objective function", 1963). The weights
/// are at least 1, their sum is at most 2^37. Throws Error(cancelled).
JoinSequence join_by_error(std::vector<JoinedColor> entries, const Progress& progress);

}
