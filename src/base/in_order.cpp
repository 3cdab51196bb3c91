#include "base/in_order.h"

#include "base/job_runner.h"
#include "base/memory_limit.h"

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace huedrift {

std::size_t JobMemory::take(std::size_t bytes) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return shares_ == 0 || bytes <= free_; });
    const std::size_t share = std::min(bytes, free_);
    free_ -= share;
    ++shares_;
    return share;
}

void JobMemory::give_back(std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        free_ += bytes;
        --shares_;
    }
    changed_.notify_all();
}

namespace {

/// Threads that do the work ahead of their owner. They are always stopped and joined.
class Workers {
public:
    Workers(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work)
        : finished_(count), ahead_(2 * threads) {
        assert(count > 0 && threads > 0);
        try {
            for (std::size_t n = 0; n < std::min(threads, count); ++n)
                threads_.emplace_back([this, work] { run(work); });
        } catch (const std::system_error&) {
            if (threads_.empty()) throw; // otherwise fewer threads do the work
        }
    }
    ~Workers() {
        {
            const std::lock_guard lock(mutex_);
            begun_ = finished_.size();
        }
        changed_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Waits until this work is finished. The owner is done with all before it.
    void await(std::size_t i) {
        std::unique_lock lock(mutex_);
        assert(i < finished_.size() && i >= awaited_);
        awaited_ = i;
        changed_.notify_all();
        changed_.wait(lock, [&] { return finished_[i]; });
    }

private:
    void run(FunctionRef<std::size_t> work) {
        const LoopHelpers helpers; // this thread has the priority of the one that made it
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return begun_ < awaited_ + ahead_ || begun_ == finished_.size(); });
            if (begun_ == finished_.size()) return;
            const std::size_t i = begun_++;
            assert(!finished_[i]);
            lock.unlock();
            work(i);
            lock.lock();
            finished_[i] = true;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<bool> finished_;
    std::size_t ahead_, begun_ = 0, awaited_ = 0;
    std::vector<std::thread> threads_;
};

}

std::size_t jobs_at_once(std::optional<int> setting, std::span<const Location> inputs,
                         std::optional<std::size_t> memory) {
    assert(!setting || *setting > 0);
    // A wait for another program's output cannot be cancelled. With one job, a signal ends the program at
    // once.
    if (inputs.size() < 2 || std::ranges::any_of(inputs, &Location::is_standard_stream)) return 1;
    if (!memory) memory = memory_limit();
    const std::size_t most = std::min(std::size_t(thread_count()), *memory / usual_job_memory);
    return std::clamp<std::size_t>(std::min(setting ? std::size_t(*setting) : most, inputs.size()), 1, 1024);
}

void in_order(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work,
              FunctionRef<std::size_t> done) {
    if (threads < 2 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) {
            work(i);
            done(i);
        }
        return;
    }
    const ThreadLimit limit(std::max(1, thread_count() - int(threads) + 1));
    Workers workers(count, threads, work);
    for (std::size_t i = 0; i < count; ++i) {
        workers.await(i);
        done(i);
    }
}

}
