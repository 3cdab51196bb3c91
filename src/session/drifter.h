#pragma once

#include "base/job_runner.h"
#include "reduction/follower.h"
#include "session/result.h"

namespace huedrift {

/// How some colours of a picture become those of a result, step by step, as far as known. Immutable.
struct Drift {
    /// Colours as codes (Rgb::code()).
    struct Point {
        std::uint32_t source, result;
    };
    /// Of each point.
    using States = std::shared_ptr<const std::vector<Position>>;

    std::shared_ptr<const Result> result;
    std::shared_ptr<const std::vector<Point>> points;
    /// After 0, stride, 2 stride... steps, and last where the result has them: at their modes, or at what
    /// these were joined with or brought to. At least these two.
    std::vector<States> states;
    std::uint32_t stride = 1;
    std::uint32_t steps = 0; ///< that are known
    bool whole = false;      ///< no more steps are to come

    /// At a share of the time, 0 to 1: between which two states, and how far from the first, 0 to 1. Its
    /// cube is the share of the steps: the first move most and are seen longest.
    struct Moment {
        std::size_t first;
        float beyond;
    };
    Moment at(double share) const;
};

/// Lets the colours of a result drift, beside a reduction that runs: the picture of it must move at once.
class Drifter {
public:
    /// For the states. When they would take more, every second one is dropped.
    static constexpr std::size_t max_bytes = std::size_t{256} << 20;

    Drifter(JobThreads& threads, std::unique_ptr<Follower> follower, std::size_t bytes = max_bytes)
        : follower_(std::move(follower)), max_bytes_(bytes), runner_(threads) {}

    /// Requests the drift of at most `max_points` colours, evenly chosen; does nothing if that was the last
    /// request.
    void look_at(const std::shared_ptr<const Result>& result, std::size_t max_points);
    /// Takes in what is ready; whether there was anything. On the thread that calls look_at().
    bool deliver() { return runner_.deliver(); }
    /// Until the whole drift of the result requested last is taken in.
    bool busy() const { return busy_; }
    /// Of the result requested last, or until it is ready of one before; null before the first.
    std::shared_ptr<const Drift> drift() const { return drift_; }

private:
    void follow(Drift drift, std::span<const std::uint32_t> starts, JobRunner::Run& run);
    void deliver(const Drift& drift, JobRunner::Run& run);

    std::shared_ptr<const Result> result_;
    std::size_t max_points_ = 0;
    bool busy_ = false;
    std::shared_ptr<const Drift> drift_;
    std::unique_ptr<Follower> follower_; ///< used by the runner's jobs only
    std::size_t max_bytes_;
    JobRunner runner_;
};

}
