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

    /// Receives each new state of a curve.
    using Publish = std::function<void(std::shared_ptr<const Curve>)>;
    /// Publishes the known part of the curve of `picture` and `recipe` (except its radius), adds missing
    /// points by estimates, then replaces those by exact points. Without one of the functions it leaves out
    /// its part. Throws as they do and keeps the points so far.
    void fill(const std::shared_ptr<const Picture>& picture, const Recipe& recipe, const CountAt& estimate_at,
              const ReduceAt& reduce_at, Progress& progress, const Publish& publish);
    /// Adds an exact result to its curve.
    void note(const Result& result);

private:
    Curve& curve_of(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);

    std::deque<Curve> curves_; ///< a few, newest first
};

}
