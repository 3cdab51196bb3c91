#pragma once

#include "base/job_runner.h"
#include "reduction/engine.h"
#include "session/result.h"

namespace huedrift {

/// How some colours of a picture become those of a result, step by step, as far as known. Immutable.
struct Drift {
    /// Colours as codes (Rgb::code()).
    struct Point {
        std::uint32_t source, result;
    };
    /// The state of each point.
    using States = std::shared_ptr<const std::vector<Position>>;

    std::shared_ptr<const Result> result;
    std::shared_ptr<const std::vector<Point>> points;
    /// After 0, stride, 2 stride... steps. The last are the colours of the result: the modes, or the entries
    /// that joins and a given palette made of them. At least two.
    std::vector<States> states;
    std::uint32_t stride = 1;
    std::uint32_t steps = 0; ///< known steps
    bool whole = false;      ///< whether all steps are known

    /// A moment of the drift, by the share of its time, 0 to 1: between which two states, and how far from
    /// the first, 0 to 1. The cube of the time's share is the share of the steps, because the first steps
    /// move most and should be seen longest.
    struct Moment {
        std::size_t first;
        float beyond;
    };
    Moment at(double share) const;
};

/// Follows the colours of a result, beside a reduction that may be running, as the drift must be shown at
/// once.
class Drifter {
public:
    /// The limit for states. Beyond it, every second state is dropped.
    static constexpr std::size_t max_bytes = std::size_t{256} << 20;

    Drifter(JobThreads& threads, std::unique_ptr<Follower> follower, std::size_t bytes = max_bytes)
        : follower_(std::move(follower)), max_bytes_(bytes), runner_(threads) {}

    /// Requests the drift of at most `max_points` colours, evenly chosen. Does nothing if the last request
    /// was the same.
    void look_at(const std::shared_ptr<const Result>& result, std::size_t max_points);
    /// Ends the work on the drift requested last, of which the known states stay.
    void stop();
    /// Drops the drift and the parts of a picture that it holds.
    void forget();
    /// Takes in finished work; returns whether there was any. Call it on the thread of look_at().
    bool deliver() { return runner_.deliver(); }
    /// Whether part of the requested drift is still to come.
    bool busy() const { return busy_; }
    /// The drift of the result requested last, or of an earlier one until that is ready; null before the
    /// first.
    std::shared_ptr<const Drift> drift() const { return drift_; }

private:
    void follow(Drift drift, std::span<const std::uint32_t> starts, JobRunner::Run& run);
    void deliver(const Drift& drift, JobRunner::Run& run);

    std::shared_ptr<const Result> result_;
    std::size_t max_points_ = 0;
    bool busy_ = false;
    std::shared_ptr<const Drift> drift_;
    std::unique_ptr<Follower> follower_; ///< used only by the runner's jobs
    std::size_t max_bytes_;
    JobRunner runner_;
};

}
