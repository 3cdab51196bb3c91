#pragma once

#include "reduction/engine.h"
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

    /// The curve of `picture`, `parameters` (but for their radius) and `weighting` as far as it is known.
    std::shared_ptr<const Curve> so_far(const std::shared_ptr<const Picture>& picture,
                                        const Parameters& parameters, Weighting weighting);
    /// Adds what it lacks; `publish` gets it after each new point. Throws as Engine::reduce() does, keeping
    /// the points so far.
    void fill(Engine& engine, const std::shared_ptr<const Picture>& picture, const Parameters& parameters,
              Weighting weighting, Progress& progress,
              const std::function<void(std::shared_ptr<const Curve>)>& publish);
    /// Takes the exact result as a point of its curve.
    void note(const Result& result);

private:
    Curve& curve_of(const std::shared_ptr<const Picture>& picture, const Parameters& parameters,
                    Weighting weighting);

    std::deque<Curve> curves_; ///< newest first, a few
};

}
