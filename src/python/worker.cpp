#include "worker.h"

#include <algorithm>
#include <memory>
#include <unistd.h>
#include <utility>
#include <vector>

namespace huedrift::python {
namespace {

/// Ends the workers with their thread, but not those of the process from which this one was forked.
class Owner {
public:
    Owner() = default;
    ~Owner() { forget_after_fork(); }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;

    Worker& get() {
        forget_after_fork();
        const auto idle =
            std::find_if(workers.begin(), workers.end(), [](auto& one) { return one->is_idle(); });
        return idle == workers.end() ? *workers.emplace_back(std::make_unique<Worker>()) : **idle;
    }

private:
    void forget_after_fork() {
        if (process == getpid()) return;
        // Their threads do not exist, so nothing could end them.
        for (std::unique_ptr<Worker>& worker : workers) static_cast<void>(worker.release());
        workers.clear();
        process = getpid();
    }

    pid_t process = getpid();
    std::vector<std::unique_ptr<Worker>> workers{};
};

}

Worker::Worker() : thread([this] { run(); }) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex);
        is_ending = true;
    }
    changed.notify_all();
    thread.join();
}

void Worker::start(std::function<void()> begun) {
    {
        const std::lock_guard lock(mutex);
        task = std::move(begun);
    }
    changed.notify_all();
}

bool Worker::is_idle() {
    const std::lock_guard lock(mutex);
    return !task;
}

bool Worker::wait_for(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, most, [this] { return !task; });
}

void Worker::run() {
    std::unique_lock lock(mutex);
    for (;;) {
        changed.wait(lock, [this] { return task || is_ending; });
        if (!task) return;
        lock.unlock();
        task();
        lock.lock();
        task = nullptr;
        changed.notify_all();
    }
}

Worker& idle_worker() {
    thread_local Owner owner;
    return owner.get();
}

}
