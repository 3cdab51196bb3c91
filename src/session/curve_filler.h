#pragma once

#include "session/result.h"

#include <deque>
#include <functional>

namespace huedrift {

/// Fills curves of output colours against radius point by point, coarse first, and goes on where it was
/// interrupted.
class CurveFiller {
public:
    /// Every slider position is near one of these many.
    static constexpr int radii = 33;

    /// The curve of `picture` and `recipe` (but for its radius) as far as it is known.
    std::shared_ptr<const Curve> so_far(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);
    /// Takes each new state of a curve.
    using Publish = std::function<void(std::shared_ptr<const Curve>)>;
    /// Adds what it lacks by estimates. Throws as `estimate_at` does, keeping the points so far.
    void estimate(const CountAt& estimate_at, const std::shared_ptr<const Picture>& picture,
                  const Recipe& recipe, Progress& progress, const Publish& publish);
    /// Adds what it lacks, and exact points in place of estimates. Throws as `reduce_at` does, keeping the
    /// points so far.
    void fill(const ReduceAt& reduce_at, const std::shared_ptr<const Picture>& picture, const Recipe& recipe,
              Progress& progress, const Publish& publish);
    /// Takes an exact result as a point of its curve.
    void note(const Result& result);

private:
    Curve& curve_of(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);

    std::deque<Curve> curves_; ///< newest first, a few
};

}
