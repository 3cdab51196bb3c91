#include "base/job_runner.h"

#include <new>
#include <utility>

namespace huedrift {

JobRunner::Run::Run(JobRunner& runner)
    : runner_(runner), patient_([this](double share) {
          // A bar of a few hundred pixels cannot show more, and drawing it takes time from the job.
          const auto now = std::chrono::steady_clock::now();
          if (share - shown_ < 0.005 || now - shown_at_ < std::chrono::milliseconds(100)) return;
          shown_ = share;
          shown_at_ = now;
          runner_.wake_();
      }),
      progress_(patient_, 0, 1) {}

JobRunner::JobRunner(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { work(); }) {}

JobRunner::~JobRunner() {
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
        if (running_) running_->patient_.cancel();
    }
    changed_.notify_all();
    thread_.join();
}

void JobRunner::post(Job job, std::function<void(const Error&)> on_failure) {
    {
        const std::scoped_lock lock(mutex_);
        waiting_ = {std::move(job), std::move(on_failure), std::unique_ptr<Run>(new Run(*this))};
        if (running_) running_->progress_.cancel();
    }
    changed_.notify_all();
}

void JobRunner::cancel() {
    const std::scoped_lock lock(mutex_);
    waiting_.reset();
    if (running_) running_->patient_.cancel();
}

void JobRunner::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !running_ && !waiting_; });
}

bool JobRunner::deliver() {
    std::vector<Delivery> deliveries;
    {
        const std::scoped_lock lock(mutex_);
        deliveries.swap(outbox_);
    }
    for (const Delivery& delivery : deliveries) delivery();
    return !deliveries.empty();
}

int JobRunner::alive() const {
    const std::scoped_lock lock(mutex_);
    return int(running_ != nullptr) + int(waiting_.has_value());
}

double JobRunner::share() const {
    const std::scoped_lock lock(mutex_);
    return running_ ? running_->patient_.share() : 0;
}

void JobRunner::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return ending_ || waiting_; });
        if (ending_) return;
        const Waiting next = std::move(*waiting_);
        waiting_.reset();
        running_ = next.run.get();
        lock.unlock();
        run(next);
        lock.lock();
        running_ = nullptr;
        changed_.notify_all();
        wake_(); // under the lock: who sees that nothing runs has been woken
    }
}

void JobRunner::run(const Waiting& next) {
    const auto failed = [&](ErrorKind kind, std::string sentence) {
        if (kind == ErrorKind::cancelled) return;
        put([on_failure = next.on_failure, kind, sentence = std::move(sentence)] {
            on_failure({kind, sentence});
        });
    };
    try {
        try {
            next.job(*next.run);
        } catch (const Error& error) {
            // Not a copy of the exception, which would share its text with the original, destroyed on this
            // thread.
            failed(error.kind(), error.what());
        } catch (const std::bad_alloc&) {
            failed(ErrorKind::failed, "there is not enough memory");
        } catch (const std::exception& error) {
            failed(ErrorKind::failed, error.what());
        }
    } catch (const std::bad_alloc&) {
        // There is no memory even for the report. The job still counts as ended.
    }
}

void JobRunner::put(Delivery delivery) {
    {
        const std::scoped_lock lock(mutex_);
        outbox_.push_back(std::move(delivery));
    }
    wake_();
}

}
