#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace huedrift::python {

/// A thread that runs one task after another. A thread for each call would cost more: TBB gives each that it
/// meets an arena, which takes milliseconds and memory that is not given back for a while.
class Worker {
public:
    Worker();
    /// Waits for the task.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Begins a task, which must not throw, after the last one has ended.
    void start(std::function<void()> begun);
    /// Waits for at most so long. @return whether the task has ended
    bool wait_for(std::chrono::milliseconds most);

private:
    void run();

    std::mutex mutex;
    std::condition_variable changed;
    std::function<void()> task;
    bool is_ending = false;
    std::thread thread;
};

/// The worker of the calling thread, which lives as long. A process made by fork() gets another, as it has no
/// threads but the one that called.
Worker& own_worker();

}
