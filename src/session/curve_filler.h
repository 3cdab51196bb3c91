#pragma once

#include "session/result.h"

#include <deque>
#include <functional>

namespace huedrift {

/// Fills curves of output colours against radius point by point, coarse first. Resumes after interruptions.
class CurveFiller {
public:
    /// Enough for a point near every slider position.
    static constexpr int radii = 33;

    /// The known part of the curve of `picture` and `recipe` (except its radius).
    std::shared_ptr<const Curve> so_far(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);
    /// Receives each new state of a curve. Returns false to stop.
    using Publish = std::function<bool(std::shared_ptr<const Curve>)>;
    /// Adds missing points by estimates. Throws as `estimate_at` does and keeps the points so far.
    void estimate(const CountAt& estimate_at, const std::shared_ptr<const Picture>& picture,
                  const Recipe& recipe, Progress& progress, const Publish& publish);
    /// Adds missing points and replaces estimates by exact points. Throws as `reduce_at` does and keeps the
    /// points so far.
    void fill(const ReduceAt& reduce_at, const std::shared_ptr<const Picture>& picture, const Recipe& recipe,
              Progress& progress, const Publish& publish);
    /// Adds an exact result to its curve.
    void note(const Result& result);

private:
    Curve& curve_of(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);

    std::deque<Curve> curves_; ///< a few, newest first
};

}
