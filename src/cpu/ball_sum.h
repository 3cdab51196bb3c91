#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "cpu/point_tree.h"
#include "reduction/options.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <string>
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

/// Indices of nodes, with room for a whole vector after the last.
struct NodeList {
    AlignedVector<std::int32_t> nodes;
    std::size_t size = 0;

    /// Empties it.
    void reserve(std::size_t capacity) {
        size = 0;
        if (nodes.size() < capacity + PointList::slack) nodes.resize(capacity + PointList::slack);
    }
    std::span<const std::int32_t> span() const { return {nodes.data(), size}; }
};

/// A thread's working memory for BallSum::evaluate(), reused between calls: the lists of points, one per
/// depth, and the nodes of a traversal.
struct BallSumLists {
    static constexpr std::size_t max_filters = 6;
    std::array<PointList, max_filters + 1> undecided;
    NodeList within;              ///< of one level: wholly within the radius
    NodeList straddling, parents; ///< straddling the radius, in the end leaves; those of the level above
};

/// F of docs/definition.md for many states at once. States that lie close together share one traversal of the
/// tree: points within r of all of them are summed once, points within r of none are dropped once, and only
/// the undecided points are tested for each state.
class BallSum {
public:
    /// `tree` must outlive this object. `squared_radius` is R2 in squared units.
    BallSum(const PointTree& tree, Weighting weighting, std::int64_t squared_radius)
        : tree_(tree), weighting_(weighting), squared_radius_(squared_radius) {
        assert(squared_radius >= 0);
    }

    /// Computes next[i] = F(states[i]). `keys` are the states' curve keys, ascending: states whose keys share
    /// a prefix are evaluated together. Returns early, with next unspecified, once `progress` is cancelled.
    void evaluate(std::span<const Position> states, std::span<const std::uint64_t> keys,
                  std::span<Position> next, BallSumLists& lists, const Progress& progress) const;

    /// Computes h of docs/definition.md of each state. Returns early, as evaluate() does.
    void heights(std::span<const Position> states, std::span<Height> heights, BallSumLists& lists,
                 const Progress& progress) const;

    const PointTree& tree() const { return tree_; }
    Weighting weighting() const { return weighting_; }
    std::int64_t squared_radius() const { return squared_radius_; }

private:
    const PointTree& tree_;
    Weighting weighting_;
    std::int64_t squared_radius_;
};

/// The arguments of BallSum::evaluate().
struct BallSumJob {
    const BallSum& ball_sum;
    std::span<const Position> states;
    std::span<const std::uint64_t> keys;
    std::span<Position> next;
    BallSumLists& lists;
    const Progress& progress;
};

/// The instruction set that evaluate() uses on this machine: "AVX3" (AVX-512), "AVX2", "SSE4", "NEON" and so
/// on.
std::string simd_name();

}
