#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "cpu/point_tree.h"
#include "reduction/options.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace huedrift {

/// F of docs/definition.md for many states at once. States that lie close together share one walk through the
/// tree: a point that is within r of all of them is summed once, a point out of reach of all is dropped once,
/// and only the shell of undecided points is tested state by state.
class BallSum {
public:
    /// `tree` must outlive this. `squared_radius` is R2 in squared units.
    BallSum(const PointTree& tree, Weighting weighting, std::int64_t squared_radius)
        : tree_(tree), weighting_(weighting), squared_radius_(squared_radius) {}

    /// What a thread needs while it evaluates; kept from call to call so that its lists are allocated once.
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

    /// More than the error of heights as a share of weight times squared radius: points near the shell are
    /// squared in float, the rest in double.
    static constexpr double height_error = 7e-7;

    /// next[i] = F(states[i]); unless they are empty, weights[i] is the divisor in it and heights[i] the sum
    /// of w (R2 - |states[i] - x|^2). `keys` are the states' curve keys, ascending: states with a common
    /// prefix of their keys are evaluated together. Returns early, with next unspecified, once `progress` is
    /// cancelled.
    void evaluate(std::span<const Position> states, std::span<const std::uint64_t> keys,
                  std::span<Position> next, std::span<std::uint64_t> weights, std::span<double> heights,
                  Scratch& scratch, const Progress& progress) const;

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
