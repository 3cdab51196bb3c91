#pragma once

#include "reduction/trajectory.h"
#include "session/job_runner.h"
#include "session/result.h"

namespace huedrift {

/// The ways of some colours to one colour of a result. Never changes.
struct Traces {
    std::shared_ptr<const Result> result;
    Rgb color;
    std::vector<Trajectory> paths;
};

/// Follows the colours of the result's colour that one looks at, on a thread of its own: it has to be there
/// at once though a reduction may be running.
class Tracer {
public:
    /// Enough to see where they come from, few enough to be there within a blink.
    static constexpr std::size_t max_paths = 24;

    explicit Tracer(std::function<void()> wake) : runner_(std::move(wake)) {}

    /// Asks for the traces of a colour; of the same one again, does nothing.
    void look_at(const std::shared_ptr<const Result>& result, Rgb color);
    /// Takes in what is ready; whether there was anything. On the thread that asks.
    bool deliver() { return runner_.deliver(); }
    /// Those of the colour asked for last, once they are there; else null.
    std::shared_ptr<const Traces> traces() const { return traces_; }

private:
    std::shared_ptr<const Result> result_;
    Rgb color_;
    std::shared_ptr<const Traces> traces_;
    JobRunner runner_;
};

}
