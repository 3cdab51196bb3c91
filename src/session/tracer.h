#pragma once

#include "reduction/trajectory.h"
#include "base/job_runner.h"
#include "session/result.h"

namespace huedrift {

/// The trajectories of some colours to one colour of a result. Immutable.
struct Traces {
    std::shared_ptr<const Result> result;
    Rgb color;
    std::vector<Trajectory> paths;
};

/// Follows the source colours of the result's colour under the pointer, on a thread of its own: traces must
/// appear at once even while a reduction runs.
class Tracer {
public:
    /// Enough to see where they come from, few enough to appear instantly.
    static constexpr std::size_t max_paths = 24;

    explicit Tracer(std::function<void()> wake) : runner_(std::move(wake)) {}

    /// Requests the traces of a colour; does nothing if it was the last one requested.
    void look_at(const std::shared_ptr<const Result>& result, Rgb color);
    /// Takes in what is ready; whether there was anything. On the thread that calls look_at().
    bool deliver() { return runner_.deliver(); }
    /// Those of the colour requested last, once ready; else null.
    std::shared_ptr<const Traces> traces() const { return traces_; }

private:
    std::shared_ptr<const Result> result_;
    Rgb color_;
    std::shared_ptr<const Traces> traces_;
    JobRunner runner_;
};

}
