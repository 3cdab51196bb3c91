#pragma once

#include "cpu/ball_sum.h"

#include <array>
#include <vector>

namespace huedrift {

/// Points as a structure of arrays with room for a whole vector after the last.
struct PointList {
    std::array<AlignedVector<std::int32_t>, 3> points;
    AlignedVector<std::int32_t> counts;
    std::size_t size = 0;

    /// The most lanes a vector of any target has.
    static constexpr std::size_t slack = 64;

    void reserve(std::size_t capacity) {
        if (counts.size() >= capacity + slack) return;
        // Staggered so that the four arrays do not start in the same cache set.
        for (std::size_t axis = 0; axis < 3; ++axis) points[axis].resize(capacity + slack + 80 * axis);
        counts.resize(capacity + slack);
    }
    PointPointers<std::int32_t> pointers() {
        return {{points[0].data(), points[1].data(), points[2].data()}, counts.data()};
    }
    PointPointers<const std::int32_t> pointers() const {
        return {{points[0].data(), points[1].data(), points[2].data()}, counts.data()};
    }
};

/// The lists of a traversal, one per depth, and the straddling leaves.
struct BallSumLists {
    static constexpr std::size_t max_filters = 6;
    std::array<PointList, max_filters + 1> undecided;
    std::vector<std::uint32_t> leaves;
    struct Node {
        std::uint32_t level, index;
    };
    std::vector<Node> stack;
};

struct BallSumJob {
    const BallSum& ball_sum;
    std::span<const Position> states;
    std::span<const std::uint64_t> keys;
    std::span<Position> next;
    BallSumLists& lists;
    const Progress& progress;
};

}
