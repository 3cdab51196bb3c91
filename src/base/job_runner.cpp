#include "base/job_runner.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <sys/resource.h>
#include <unistd.h>

namespace huedrift {
namespace {

/// Of the first thread.
int usual_priority() { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::getpid())); }

/// A third of the time of a thread at the usual priority that wants the same core. A thread cannot raise its
/// priority again.
void lower_own_priority() {
    // A failure only costs smoothness.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), usual_priority() + 5);
}

}

class LoopHelpers::Observer : public tbb::task_scheduler_observer {
public:
    Observer() { observe(true); }
    ~Observer() override { observe(false); }
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;

    void on_scheduler_entry(bool is_helper) override {
        thread_local bool is_low = false;
        if (is_helper && !std::exchange(is_low, true)) lower_own_priority();
    }
};

LoopHelpers::LoopHelpers() {
    if (::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())) <= usual_priority()) return;
    try {
        observer_ = std::make_unique<Observer>();
    } catch (const std::bad_alloc&) { // only costs smoothness
    }
}

LoopHelpers::~LoopHelpers() = default;

JobRunner::Run::Run(JobRunner& runner)
    : runner_(runner), patient_([this](double share) {
          // A bar of a few hundred pixels shows no more, and drawing it takes time from the job.
          const auto now = std::chrono::steady_clock::now();
          if (share - shown_ < 0.005 || now - shown_at_ < std::chrono::milliseconds(100)) return;
          shown_ = share;
          shown_at_ = now;
          runner_.threads_.wake_();
      }),
      progress_(patient_, 0, 1) {}

void JobRunner::Run::hold(std::chrono::milliseconds time) {
    assert(time.count() >= 0);
    const std::scoped_lock lock(runner_.threads_.mutex_);
    held_until_ = std::chrono::steady_clock::now() + time;
    runner_.threads_.cancel_replaced();
}

JobThreads::JobThreads(std::function<void()> wake, Priority priority, std::size_t count)
    : wake_(std::move(wake)), priority_(priority), threads_(count) {
    assert(wake_ && count > 0);
    try {
        for (std::thread& thread : threads_) thread = std::thread([this] { work(); });
    } catch (...) {
        end();
        throw;
    }
}

JobThreads::~JobThreads() {
    assert(runners_.empty());
    end();
}

void JobThreads::end() {
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

/// The runner whose job has waited longest.
JobRunner* JobThreads::next_ready() const {
    JobRunner* next = nullptr;
    for (JobRunner* const runner : runners_)
        if (runner->waiting_ && !runner->running_ &&
            (!next || runner->waiting_->number < next->waiting_->number))
            next = runner;
    return next;
}

/// Cancels each running job that a newer one is to replace and whose hold has ended. Returns when the next
/// hold ends; none: no newer job waits for one.
std::optional<std::chrono::steady_clock::time_point> JobThreads::cancel_replaced() const {
    const auto now = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::time_point> next;
    for (const JobRunner* const runner : runners_) {
        JobRunner::Run* const run = runner->running_;
        if (!run || !runner->waiting_) continue;
        if (run->held_until_ <= now)
            run->progress_.cancel();
        else
            next = std::min(next.value_or(run->held_until_), run->held_until_);
    }
    return next;
}

void JobThreads::work() {
    if (priority_ == Priority::low) lower_own_priority();
    const LoopHelpers helpers;
    std::unique_lock lock(mutex_);
    while (!ending_) {
        if (JobRunner* const next = next_ready())
            next->run_next(lock);
        else if (const auto time = cancel_replaced())
            changed_.wait_until(lock, *time);
        else
            changed_.wait(lock);
    }
}

JobRunner::JobRunner(JobThreads& threads) : threads_(threads) {
    const std::scoped_lock lock(threads_.mutex_);
    threads_.runners_.push_back(this);
}

JobRunner::~JobRunner() {
    std::unique_lock lock(threads_.mutex_);
    waiting_.reset();
    if (running_) running_->patient_.cancel();
    threads_.changed_.wait(lock, [&] { return !running_; });
    std::erase(threads_.runners_, this);
}

void JobRunner::post(Job job, std::function<void(const Error&)> on_failure) {
    assert(job && on_failure);
    // The replaced job is destroyed after the lock.
    std::optional<Waiting> posted(
        {std::move(job), std::move(on_failure), std::unique_ptr<Run>(new Run(*this)), 0});
    {
        const std::scoped_lock lock(threads_.mutex_);
        posted->number = ++threads_.posted_;
        posted.swap(waiting_);
        threads_.cancel_replaced();
    }
    threads_.changed_.notify_all();
}

void JobRunner::cancel() {
    const std::scoped_lock lock(threads_.mutex_);
    waiting_.reset();
    if (running_) running_->patient_.cancel();
}

void JobRunner::finish() {
    std::unique_lock lock(threads_.mutex_);
    threads_.changed_.wait(lock, [&] { return !running_ && !waiting_; });
}

bool JobRunner::deliver() {
    std::vector<Delivery> deliveries;
    {
        const std::scoped_lock lock(threads_.mutex_);
        deliveries.swap(outbox_);
    }
    for (const Delivery& delivery : deliveries) delivery();
    return !deliveries.empty();
}

int JobRunner::alive() const {
    const std::scoped_lock lock(threads_.mutex_);
    return int(running_ != nullptr) + int(waiting_.has_value());
}

double JobRunner::share() const {
    const std::scoped_lock lock(threads_.mutex_);
    return running_ ? running_->patient_.share() : 0;
}

/// The lock is held before and after, but not while the job runs.
void JobRunner::run_next(std::unique_lock<std::mutex>& lock) {
    assert(lock.owns_lock() && waiting_ && !running_);
    Waiting next = std::move(*waiting_);
    waiting_.reset();
    running_ = next.run.get();
    lock.unlock();
    run(next);
    next.job = nullptr; // destroying it may take long
    lock.lock();
    assert(running_ == next.run.get());
    running_ = nullptr;
    threads_.changed_.notify_all();
    threads_.wake_(); // under the lock, so that finish() returns after the wake
}

void JobRunner::run(const Waiting& next) {
    const auto failed = [&](ErrorKind kind, std::string sentence, const Refusal& refusal = {}) {
        if (kind == ErrorKind::cancelled) return;
        put([on_failure = next.on_failure, kind, sentence = std::move(sentence), refusal] {
            on_failure(Refused(kind, sentence, refusal));
        });
    };
    try {
        try {
            next.job(*next.run);
        } catch (const Error& error) {
            // Not a copy of the exception: a copy shares its text with the original, which this thread
            // destroys.
            failed(error.kind(), error.what(), refusal_of(error));
        } catch (const std::bad_alloc&) {
            failed(ErrorKind::failed, "there is not enough memory");
        } catch (const std::exception& error) {
            failed(ErrorKind::failed, error.what());
        }
    } catch (const std::bad_alloc&) {
        // There is no memory for the report either. The job still counts as ended.
    }
}

void JobRunner::put(Delivery delivery) {
    {
        const std::scoped_lock lock(threads_.mutex_);
        outbox_.push_back(std::move(delivery));
    }
    threads_.wake_();
}

ExitDeadline::ExitDeadline(std::chrono::milliseconds time, int code)
    : thread_([this, time, code] {
          std::unique_lock lock(mutex_);
          if (changed_.wait_for(lock, time, [this] { return is_met_; })) return;
          std::fflush(nullptr);
          std::_Exit(code);
      }) {}

ExitDeadline::~ExitDeadline() {
    {
        const std::scoped_lock lock(mutex_);
        is_met_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

}
