#pragma once

#include "session/result.h"

#include <deque>
#include <functional>

namespace huedrift {

/// Fills curves of output colours against radius point by point, coarse first, and resumes where it was
/// interrupted.
class CurveFiller {
public:
    /// Enough for one near every slider position.
    static constexpr int radii = 33;

    /// The curve of `picture` and `recipe` (except its radius), as far as known.
    std::shared_ptr<const Curve> so_far(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);
    /// Receives each new state of a curve; false: stop there.
    using Publish = std::function<bool(std::shared_ptr<const Curve>)>;
    /// Adds missing points by estimates. Throws as `estimate_at` does, keeping the points so far.
    void estimate(const CountAt& estimate_at, const std::shared_ptr<const Picture>& picture,
                  const Recipe& recipe, Progress& progress, const Publish& publish);
    /// Adds missing points, and exact points in place of estimates. Throws as `reduce_at` does, keeping the
    /// points so far.
    void fill(const ReduceAt& reduce_at, const std::shared_ptr<const Picture>& picture, const Recipe& recipe,
              Progress& progress, const Publish& publish);
    /// Adds an exact result to its curve.
    void note(const Result& result);

private:
    Curve& curve_of(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);

    std::deque<Curve> curves_; ///< newest first, a few
};

}
