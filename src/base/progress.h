#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace huedrift {

/// Carries progress out of a running job and cancellation into it. One object serves one job; every member
/// may be called from any thread.
class Progress {
public:
    using Listener = std::function<void(double share)>;

    Progress() = default;
    /// `listener` is called on the working thread with the share of the work done, 0 to 1.
    explicit Progress(Listener listener) : listener_(std::move(listener)) {}
    /// A part of a larger job: reports its 0 to 1 as `from` to `to` of `whole` and is cancelled when `whole`
    /// is. `whole` must outlive it.
    Progress(const Progress& whole, double from, double to);

    /// Asks the job to stop. It ends with Error(ErrorKind::cancelled) within 50 ms on the CPU.
    /// Safe to call from a signal handler.
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const {
        return cancelled_.load(std::memory_order_relaxed) || (whole_ && whole_->cancelled());
    }
    /// Throws Error(ErrorKind::cancelled) once cancel() has been called.
    void throw_if_cancelled() const;

    /// Reports the share of the work done, 0 to 1; ignores a share below an earlier one.
    void report(double share) const;
    /// Goes back to 0, for the next of several stages that are shown one after the other.
    void restart() const { share_.store(0, std::memory_order_relaxed); }
    double share() const { return share_.load(std::memory_order_relaxed); }

private:
    static_assert(std::atomic<bool>::is_always_lock_free);
    std::atomic<bool> cancelled_{false};
    mutable std::atomic<double> share_{0.0};
    Listener listener_;
    const Progress* whole_ = nullptr;
};

/// Measures the time since its construction.
class Stopwatch {
public:
    double seconds() const {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
        return elapsed.count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Returns the result of `work`, if any, and sets `seconds` to the time it took.
template <class Work>
auto timed(double& seconds, Work&& work) {
    struct Reading {
        double& target;
        Stopwatch watch{};
        ~Reading() { target = watch.seconds(); }
    } const reading{seconds};
    return work();
}

/// An estimate such as "7 s left" or "3 min left", after `elapsed` seconds with `share` (0 to 1) of the work
/// done. Empty while `share` is too small for an estimate and when no time is left.
std::string time_left(double share, double elapsed);

/// How long a stage of a computation took.
struct StageTime {
    std::string stage;
    double seconds = 0;
};

}
