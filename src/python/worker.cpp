#include "worker.h"

#include <memory>
#include <unistd.h>
#include <utility>

namespace huedrift::python {
namespace {

/// Ends the worker with its thread, but not that of the process from which this one was forked.
class Owner {
public:
    Owner() = default;
    ~Owner() { forget_after_fork(); }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;

    Worker& get() {
        forget_after_fork();
        if (!worker) worker = std::make_unique<Worker>();
        return *worker;
    }

private:
    void forget_after_fork() {
        if (process == getpid()) return;
        static_cast<void>(worker.release()); // its thread does not exist, so nothing could end it
        process = getpid();
    }

    pid_t process = getpid();
    std::unique_ptr<Worker> worker{};
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

Worker& own_worker() {
    thread_local Owner owner;
    return owner.get();
}

}
