#include "base/in_order.h"

#include "base/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace huedrift {
namespace {

/// A picture at the usual limit of 64 megapixels, its result, and the states visited.
constexpr std::size_t bytes_per_job = std::size_t{2} << 30;

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

std::size_t jobs_at_once(std::optional<int> asked, std::span<const Location> inputs, std::size_t memory) {
    // A wait for another program's output cannot be cancelled. With one job, a signal ends the program at
    // once.
    if (std::ranges::any_of(inputs, &Location::is_standard_stream)) return 1;
    const std::size_t most = std::min(std::size_t(thread_count()), memory / bytes_per_job);
    return std::clamp<std::size_t>(std::min(asked ? std::size_t(*asked) : most, inputs.size()), 1, 1024);
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
    Turns turns(count, 2 * threads);
    const Workers workers(turns, std::min(threads, count), work);
    for (std::size_t i = 0; i < count; ++i) {
        turns.await(i);
        done(i);
        turns.done();
    }
}

}
