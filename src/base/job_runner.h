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

/// A thread that runs jobs for another, its owner. At most one job runs and one waits; a newer one replaces
/// the waiting one and cancels the running one. Jobs deliver their results through an outbox that the owner
/// empties. Errors of jobs are caught here.
class JobRunner {
public:
    /// A call to be made on the owner's thread.
    using Delivery = std::function<void()>;

    /// The interface of a running job.
    class Run {
    public:
        /// Also cancelled when a newer job waits. Its share is JobRunner::share().
        Progress& progress() { return progress_; }
        /// Cancelled only by cancel() and the runner's destructor: for short work whose result should be seen
        /// even when newer jobs arrive faster than it ends.
        Progress& patient() { return patient_; }
        /// Puts something into the outbox.
        void deliver(Delivery delivery) { runner_.put(std::move(delivery)); }

    private:
        friend class JobRunner;
        explicit Run(JobRunner& runner);

        JobRunner& runner_;
        double shown_ = 0; ///< the share at the last wake, and its time
        std::chrono::steady_clock::time_point shown_at_{};
        Progress patient_, progress_;
    };
    using Job = std::function<void(Run&)>;

    /// `wake` is called on the worker's thread when the outbox has something new, a job has ended or its
    /// progress has visibly changed. It must not call the runner.
    explicit JobRunner(std::function<void()> wake);
    /// Cancels the running job and waits for it; drops the waiting one and the outbox.
    ~JobRunner();
    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    /// `on_failure` is called by deliver() if the job ends with an Error other than cancelled.
    void post(Job job, std::function<void(const Error&)> on_failure);
    /// Drops the waiting job and cancels the running one.
    void cancel();
    /// Blocks until nothing runs or waits.
    void finish();
    /// Makes the calls in the outbox, in order; whether there were any. On the owner's thread.
    bool deliver();

    /// Jobs that run or wait: 0 to 2.
    int alive() const;
    /// Of the running job, 0 to 1.
    double share() const;

private:
    struct Waiting {
        Job job;
        std::function<void(const Error&)> on_failure;
        std::unique_ptr<Run> run; ///< allocated when posted: the thread itself must not run out of memory
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
    std::thread thread_; ///< last, so that everything it uses exists before it starts
};

}
