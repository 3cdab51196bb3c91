#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace huedrift {

/// Ends the process with `code` unless it is destroyed within this time. For the last steps of a program,
/// which may wait for a driver that does not answer; leaves static objects as they are, since the driver may
/// use its own.
class ExitDeadline {
public:
    ExitDeadline(std::chrono::milliseconds time, int code);
    ~ExitDeadline();
    ExitDeadline(const ExitDeadline&) = delete;
    ExitDeadline& operator=(const ExitDeadline&) = delete;

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_met_ = false;
    std::thread thread_; ///< last: it uses the other members
};

}
