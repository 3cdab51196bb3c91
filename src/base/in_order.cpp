#include "base/in_order.h"

#include "base/job_runner.h"

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace huedrift {

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// The limit in a file of a control group. The file may be missing and may say "max".
std::size_t limit_in(const std::filesystem::path& file) {
    std::size_t bytes = unlimited;
    std::ifstream stream(file);
    return stream >> bytes ? bytes : unlimited;
}

/// The lowest limit of a group and of those around it. A container may see only its own group, as the
/// hierarchy's root; the path is then the one outside, and its folders are missing.
std::size_t lowest_limit(const std::filesystem::path& hierarchy, std::filesystem::path group,
                         const char* file) {
    std::size_t lowest = limit_in(hierarchy / file);
    for (; group.has_relative_path(); group = group.parent_path())
        lowest = std::min(lowest, limit_in(hierarchy / group.relative_path() / file));
    return lowest;
}

bool lists_memory(std::string_view controllers) {
    return ("," + std::string(controllers) + ",").find(",memory,") != std::string::npos;
}

}

std::size_t memory_limit(const std::filesystem::path& root) {
    const std::filesystem::path hierarchies = root / "sys/fs/cgroup";
    std::size_t lowest = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
    // A line is "number:controllers:group"; version 2 of control groups has no controllers there.
    std::ifstream memberships(root / "proc/self/cgroup");
    for (std::string line; std::getline(memberships, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1),
                          group = line.substr(second + 1);
        if (controllers.empty())
            lowest = std::min(lowest, lowest_limit(hierarchies, group, "memory.max"));
        else if (lists_memory(controllers))
            lowest = std::min(lowest, lowest_limit(hierarchies / "memory", group, "memory.limit_in_bytes"));
    }
    return lowest;
}

namespace {

/// A picture at the usual limit of 64 megapixels, its result, and the states visited.
constexpr std::size_t bytes_per_job = std::size_t{2} << 30;

/// Threads that do the work ahead of their owner. They are always stopped and joined.
class Workers {
public:
    Workers(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work)
        : finished_(count), ahead_(2 * threads) {
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

std::size_t jobs_at_once(std::optional<int> setting, std::span<const Location> inputs, std::size_t memory) {
    // A wait for another program's output cannot be cancelled. With one job, a signal ends the program at
    // once.
    if (std::ranges::any_of(inputs, &Location::is_standard_stream)) return 1;
    const std::size_t most = std::min(std::size_t(thread_count()), memory / bytes_per_job);
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
