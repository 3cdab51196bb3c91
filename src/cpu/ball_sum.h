#pragma once

#include "base/progress.h"
#include "color/height.h"
#include "color/position.h"
#include "cpu/point_tree.h"
#include "reduction/options.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace huedrift {

/// F of docs/definition.md for many states at once. States that lie close together share one traversal of the
/// tree: points within r of all of them are summed once, points within r of none are dropped once, and only
/// the undecided points are tested for each state.
class BallSum {
public:
    /// `tree` must outlive this object. `squared_radius` is R2 in squared units.
    BallSum(const PointTree& tree, Weighting weighting, std::int64_t squared_radius)
        : tree_(tree), weighting_(weighting), squared_radius_(squared_radius) {}

    /// A thread's working memory for evaluate(), reused between calls.
    class Scratch {
    public:
        Scratch();
        ~Scratch();
        Scratch(Scratch&&) noexcept;

    private:
        friend class BallSum;
        struct Lists;
        std::unique_ptr<Lists> lists_;
    };

    /// Computes next[i] = F(states[i]). `keys` are the states' curve keys, ascending: states whose keys share
    /// a prefix are evaluated together. Returns early, with next unspecified, once `progress` is cancelled.
    void evaluate(std::span<const Position> states, std::span<const std::uint64_t> keys,
                  std::span<Position> next, Scratch& scratch, const Progress& progress) const;

    /// h of docs/definition.md at one state.
    Height height(const Position& state) const;

    const PointTree& tree() const { return tree_; }
    Weighting weighting() const { return weighting_; }
    std::int64_t squared_radius() const { return squared_radius_; }

private:
    const PointTree& tree_;
    Weighting weighting_;
    std::int64_t squared_radius_;
};

/// The instruction set that evaluate() uses on this machine: "AVX3" (AVX-512), "AVX2", "SSE4", "NEON" and so
/// on.
std::string simd_name();

}
