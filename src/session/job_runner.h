#pragma once

#include "base/error.h"
#include "base/progress.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace huedrift {

/// One thread that works off jobs for another, its owner. At most one job runs and one waits; a newer one
/// takes the place of the one that waits and cancels the one that runs. What a job has to hand over goes
/// through an outbox that the owner empties. With the command line's main it is the only place that catches
/// Error.
class JobRunner {
public:
    /// Something to be done on the owner's thread.
    using Delivery = std::function<void()>;

    /// What a running job may use.
    class Run {
    public:
        /// Cancelled when a newer job waits, too. Its shares are those of JobRunner::share().
        Progress& progress() { return progress_; }
        /// Cancelled only by cancel() and the runner's end: for what is short and shall be seen though newer
        /// jobs come faster than it ends.
        Progress& patient() { return patient_; }
        /// Puts something into the outbox.
        void deliver(Delivery delivery) { runner_.put(std::move(delivery)); }

    private:
        friend class JobRunner;
        explicit Run(JobRunner& runner);

        JobRunner& runner_;
        double shown_ = 0; ///< the share at the last wake, and when that was
        std::chrono::steady_clock::time_point shown_at_{};
        Progress patient_, progress_;
    };
    using Job = std::function<void(Run&)>;

    /// `wake` is called from the worker's thread when the outbox has something new, a job has ended or its
    /// share of progress has visibly changed.
    explicit JobRunner(std::function<void()> wake);
    /// Cancels and waits for the end of what runs; what is in the outbox and what waits is dropped.
    ~JobRunner();
    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    /// `on_failure` is called by deliver() should the job end with an Error, other than one of being
    /// cancelled.
    void post(Job job, std::function<void(const Error&)> on_failure);
    /// Drops the job that waits and cancels the one that runs.
    void cancel();
    /// Blocks until nothing runs or waits.
    void finish();
    /// Calls what jobs have put into the outbox, in order; whether there was anything. On the owner's thread.
    bool deliver();

    /// Jobs that run or wait: 0 to 2.
    int alive() const;
    /// Of the running job, 0 to 1.
    double share() const;

private:
    struct Waiting {
        Job job;
        std::function<void(const Error&)> on_failure;
        std::unique_ptr<Run> run; ///< made when it is posted: the thread itself must not run out of memory
    };

    void work();
    void run(const Waiting& next);
    void put(Delivery delivery);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Waiting> waiting_;
    Run* running_ = nullptr;
    std::vector<Delivery> outbox_;
    bool ending_ = false;
    std::thread thread_; ///< last, so that all it uses is there before it starts
};

}
