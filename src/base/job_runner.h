#pragma once

#include "base/error.h"
#include "base/progress.h"

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace huedrift {

class JobRunner;

/// Lowers the priority of each thread that helps with a parallel loop of the thread that has made this to
/// that thread's, if it is lower than usual.
class LoopHelpers {
public:
    LoopHelpers();
    ~LoopHelpers();
    LoopHelpers(const LoopHelpers&) = delete;
    LoopHelpers& operator=(const LoopHelpers&) = delete;

private:
    class Observer;
    std::unique_ptr<Observer> observer_; ///< null: the priority is the usual one
};

/// The threads that run the jobs of all job runners of a program, in the order of posting.
class JobThreads {
public:
    /// Enough for the four kinds of long jobs (a reduction, the export of a queue, a drift, the desktop's
    /// file dialog) and one thread that is always free for short jobs.
    static constexpr std::size_t usual_count = 5;

    /// `low`: these threads, and those that help with their parallel loops, run only where the others of the
    /// program leave time.
    enum class Priority { usual, low };

    /// `wake` is called on one of the threads when an outbox has new deliveries, a job has ended or its
    /// progress has visibly changed. It must not call a runner.
    explicit JobThreads(std::function<void()> wake, Priority priority = Priority::usual,
                        std::size_t count = usual_count);
    /// All runners must have been destroyed.
    ~JobThreads();
    JobThreads(const JobThreads&) = delete;
    JobThreads& operator=(const JobThreads&) = delete;

private:
    friend class JobRunner;

    void work();
    JobRunner* next_ready() const;
    std::optional<std::chrono::steady_clock::time_point> cancel_replaced() const;
    void end();

    std::function<void()> wake_;
    Priority priority_;
    std::mutex mutex_; ///< also guards the members of all runners
    std::condition_variable changed_;
    std::vector<JobRunner*> runners_;
    std::uint64_t posted_ = 0; ///< jobs
    bool ending_ = false;
    std::vector<std::thread> threads_; ///< last: the threads use the other members
};

/// Runs jobs in the background for its owner. At most one job runs and one waits; a newer one replaces the
/// waiting one and cancels the running one, once its hold() has ended. Jobs deliver their results through an
/// outbox that the owner empties. The runner catches the errors of jobs.
class JobRunner {
public:
    /// A call for the owner's thread.
    using Delivery = std::function<void()>;

    /// The running job's access to its runner.
    class Run {
    public:
        /// Is also cancelled when a newer job waits, but not during a hold(). Its share is
        /// JobRunner::share().
        Progress& progress() { return progress_; }
        /// For this time from now, a waiting job does not cancel progress(), so that a result that is ready
        /// within it appears even when newer jobs arrive faster. 0 ends the hold.
        void hold(std::chrono::milliseconds time);
        /// Is cancelled only by cancel() and by the runner's destructor. For short work whose result should
        /// appear even when newer jobs arrive faster than it ends.
        Progress& patient() { return patient_; }
        /// Both shares go back to 0: another stage of the job begins, which is shown from its beginning.
        void begin_stage() {
            shown_ = 0;
            patient_.restart();
            progress_.restart();
        }
        /// Puts a delivery into the outbox.
        void deliver(Delivery delivery) { runner_.put(std::move(delivery)); }

    private:
        friend class JobRunner;
        friend class JobThreads;
        explicit Run(JobRunner& runner);

        JobRunner& runner_;
        std::chrono::steady_clock::time_point held_until_{};
        double shown_ = 0; ///< the share at the last wake, and its time
        std::chrono::steady_clock::time_point shown_at_{};
        Progress patient_, progress_;
    };
    using Job = std::function<void(Run&)>;

    /// `threads` must outlive the runner.
    explicit JobRunner(JobThreads& threads);
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
    /// Makes the calls in the outbox, in order, on the owner's thread. Returns whether there were any.
    bool deliver();

    /// The number of jobs that run or wait, 0 to 2.
    int alive() const;
    /// The share of the running job that is done, 0 to 1.
    double share() const;

private:
    friend class JobThreads;

    struct Waiting {
        Job job;
        std::function<void(const Error&)> on_failure;
        std::unique_ptr<Run> run; ///< allocated when posted: the thread itself must not run out of memory
        std::uint64_t number;     ///< of all jobs of the threads
    };

    void run_next(std::unique_lock<std::mutex>& lock);
    void run(const Waiting& next);
    void put(Delivery delivery);

    JobThreads& threads_;
    std::optional<Waiting> waiting_;
    Run* running_ = nullptr;
    std::vector<Delivery> outbox_;
};

/// Answers the latest of several requests in the background and drops the answers to earlier ones. Call its
/// members from one thread.
template <typename Request, typename Answer>
class LatestJob {
public:
    /// Computes the answer on a job's thread. Throws Error when there is none.
    using Find = std::function<Answer(const Request&, Progress&)>;

    LatestJob(JobThreads& threads, Find find) : find_(std::move(find)), runner_(threads) {}

    /// Does nothing if the same request was asked last.
    void ask(const Request& request) {
        if (!request_ || *request_ != request) ask_again(request);
    }
    /// Asks even if the same request was asked last, since its answer may have changed.
    void ask_again(const Request& request) {
        answer_.reset();
        failure_.reset();
        request_.emplace(request);
        const std::uint64_t number = ++number_;
        runner_.post(
            [this, request, number](JobRunner::Run& run) {
                const auto found = std::make_shared<std::optional<Answer>>(find_(request, run.progress()));
                run.deliver([this, found, number] {
                    if (number == number_) answer_ = std::move(*found);
                });
            },
            [this, number](const Error& error) {
                if (number == number_) failure_.emplace(error.kind(), error.what(), refusal_of(error));
            });
    }
    /// Drops the request and its answer.
    void forget() {
        runner_.cancel();
        ++number_;
        request_.reset();
        answer_.reset();
        failure_.reset();
    }
    /// Blocks until no answer is being computed.
    void finish() { runner_.finish(); }
    /// Takes over a finished answer or failure. Returns whether there was one.
    bool deliver() { return runner_.deliver(); }

    /// The last request. Only after ask().
    const Request& request() const {
        assert(request_);
        return *request_;
    }
    /// Whether the answer is still being computed.
    bool busy() const { return request_ && !answer_ && !failure_; }
    /// The answer; none before it is known and after a failure.
    const std::optional<Answer>& answer() const { return answer_; }
    /// Why there is no answer; none if there is one or it is being computed.
    const std::optional<Refused>& failure() const { return failure_; }

private:
    Find find_;
    std::optional<Request> request_;
    std::optional<Answer> answer_;
    std::optional<Refused> failure_;
    std::uint64_t number_ = 0; ///< of the last request
    JobRunner runner_;         ///< last: its jobs use the other members
};

/// Ends the process with `code` unless it is destroyed within this time. For the last steps of a program,
/// which may wait for a driver that does not answer; leaves static objects as they are, since the driver may
/// use its own.
class ExitDeadline {
public:
    ExitDeadline(std::chrono::milliseconds time, int code);
    ~ExitDeadline();
    ExitDeadline(const ExitDeadline&) = delete;
    ExitDeadline& operator=(const ExitDeadline&) = delete;

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_met_ = false;
    std::thread thread_; ///< last: it uses the other members
};

}
