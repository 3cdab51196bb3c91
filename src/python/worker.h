#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace huedrift::python {

/// A thread that runs one task after another. With a thread for each call, the process grew by some KiB a
/// call: TBB keeps something for every thread that it meets.
class Worker {
public:
    Worker();
    /// Waits for the task.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Begins a task, which must not throw. The worker must be idle.
    void start(std::function<void()> begun);
    bool is_idle();
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

/// An idle worker of the calling thread, which lives as long. A thread has several if it makes a call while
/// another waits. A process made by fork() gets new ones, as it has no threads but the one that called.
Worker& idle_worker();

}
