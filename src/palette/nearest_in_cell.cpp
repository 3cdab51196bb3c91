#include "palette/nearest_in_cell.h"

#include <algorithm>
#include <limits>

namespace huedrift {
namespace {

constexpr std::array<std::int32_t, 3> origin{-(1 << 23), -(1 << 24), -(1 << 24)};

/// So few candidates are searched as fast as they are reduced.
constexpr std::uint32_t few_candidates = 3;

struct Distances {
    std::int64_t min = 0, max = 0; ///< squared
};

/// From a point to the nearest and the farthest point of a box.
Distances distances(const Position& position, const std::array<std::int64_t, 3>& low, std::int64_t side) {
    Distances squared;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t at = coordinates(position)[axis], below = low[axis] - at,
                           above = at - low[axis] - side;
        const std::int64_t near = std::max({below, above, std::int64_t{0}});
        const std::int64_t far = std::max(below + side, above + side);
        squared.min += near * near;
        squared.max += far * far;
    }
    return squared;
}

}

NearestInCell::NearestInCell(std::span<const Position> entries) {
    for (int level = 0; level <= levels; ++level)
        cells_[std::size_t(level)].resize(std::size_t{1} << 3 * level);
    for (std::uint32_t i = 0; i < entries.size(); ++i) candidates_.push_back({entries[i], i});
    cells_[0][0] = {0, static_cast<std::uint32_t>(entries.size())};
}

NearestInCell::Cell NearestInCell::cell(int level, const Indices& at) {
    Cell& found = cells_[std::size_t(level)][(at[0] << level | at[1]) << level | at[2]];
    if (found.count == 0)
        found = narrowed(cell(level - 1, Indices{at[0] / 2, at[1] / 2, at[2] / 2}), level, at);
    return found;
}

NearestInCell::Cell NearestInCell::narrowed(Cell parent, int level, const Indices& at) {
    if (parent.count <= few_candidates) return parent;
    const std::int64_t side = std::int64_t{1} << (25 - level);
    std::array<std::int64_t, 3> low{};
    for (std::size_t axis = 0; axis < 3; ++axis) low[axis] = origin[axis] + at[axis] * side;
    std::int64_t bound = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t i = 0; i < parent.count; ++i)
        bound = std::min(bound, distances(candidates_[parent.begin + i].position, low, side).max);
    const auto begin = static_cast<std::uint32_t>(candidates_.size());
    for (std::uint32_t i = 0; i < parent.count; ++i) {
        const Entry entry = candidates_[parent.begin + i];
        if (distances(entry.position, low, side).min <= bound) candidates_.push_back(entry);
    }
    return {begin, static_cast<std::uint32_t>(candidates_.size()) - begin};
}

std::uint32_t NearestInCell::operator()(const Position& position) {
    Indices at{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int32_t index = (coordinates(position)[axis] - origin[axis]) >> leaf_bits;
        at[axis] =
            static_cast<std::uint32_t>(std::min(index, (1 << levels) - 1)); // the last: upper side included
    }
    Cell leaf = cells_[levels][(at[0] << levels | at[1]) << levels | at[2]];
    if (leaf.count == 0) leaf = cell(levels, at);
    const Entry* const first = &candidates_[leaf.begin];
    std::uint32_t best = first->index;
    std::int64_t distance = squared_distance(first->position, position);
    for (const Entry* entry = first + 1; entry != first + leaf.count; ++entry) {
        const std::int64_t other = squared_distance(entry->position, position);
        best = other < distance ? entry->index : best; // branchless, as a branch would often be mispredicted
        distance = std::min(distance, other);
    }
    return best;
}

}
