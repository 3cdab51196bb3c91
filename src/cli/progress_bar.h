#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace huedrift {

/// A line on the terminal with the share that is done and the time left. Draws nothing if stderr is not a
/// terminal. Any thread may call show().
class ProgressBar {
public:
    /// Draws nothing unless `wanted`.
    ProgressBar(std::string label, bool wanted);
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(double share);
    /// Sets the label for the next show(). Not while another thread calls show().
    void set_label(std::string label);
    /// Removes the line. Not while another thread calls show().
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::string label_;
    bool visible_;
    bool drawn_ = false;
    std::mutex mutex_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_;
};

/// "[######              ] 30%, 7 s left": `share` in [0, 1], `elapsed` seconds so far.
std::string bar_text(double share, double elapsed);

}
