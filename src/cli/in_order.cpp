#include "cli/in_order.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace huedrift {
namespace {

/// The next work, and the finished work.
class Turns {
public:
    Turns(std::size_t count, std::size_t ahead) : finished_(count), ahead_(ahead) {}

    /// Waits for the next work; false: there is none.
    bool next(std::size_t& i) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return begun_ < done_ + ahead_ || begun_ == finished_.size(); });
        if (begun_ == finished_.size()) return false;
        i = begun_++;
        return true;
    }
    void finish(std::size_t i) {
        const std::lock_guard lock(mutex_);
        finished_[i] = true;
        changed_.notify_all();
    }
    void await(std::size_t i) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return finished_[i]; });
    }
    void done() {
        const std::lock_guard lock(mutex_);
        ++done_;
        changed_.notify_all();
    }
    void stop() {
        const std::lock_guard lock(mutex_);
        begun_ = finished_.size();
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<bool> finished_;
    std::size_t ahead_, begun_ = 0, done_ = 0;
};

/// Threads that are always stopped and joined.
class Workers {
public:
    Workers(Turns& turns, std::size_t threads, FunctionRef<std::size_t> work) : turns_(turns) {
        try {
            for (std::size_t n = 0; n < threads; ++n)
                threads_.emplace_back([this, work] {
                    for (std::size_t i = 0; turns_.next(i); turns_.finish(i)) work(i);
                });
        } catch (const std::system_error&) {
            if (threads_.empty()) throw; // otherwise fewer threads do the work
        }
    }
    ~Workers() {
        turns_.stop();
        for (std::thread& thread : threads_) thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

private:
    Turns& turns_;
    std::vector<std::thread> threads_;
};

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
    Turns turns(count, 2 * threads);
    const Workers workers(turns, std::min(threads, count), work);
    for (std::size_t i = 0; i < count; ++i) {
        turns.await(i);
        done(i);
        turns.done();
    }
}

}
