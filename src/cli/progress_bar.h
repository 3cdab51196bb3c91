#pragma once

#include "base/progress.h"

#include <mutex>
#include <string>

namespace huedrift {

/// A line on the terminal with the share that is done and the time left. Draws nothing if stderr is not a
/// terminal. Any thread may call show().
class ProgressBar {
public:
    /// Draws nothing unless `enabled`.
    ProgressBar(std::string label, bool enabled);
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(double share);
    /// Sets the label for the next show(). Not while another thread calls show().
    void set_label(std::string label);
    /// Removes the line. Not while another thread calls show().
    void clear();

private:
    std::string label_;
    bool visible_;
    bool drawn_ = false;
    std::mutex mutex_;
    Stopwatch watch_;
    double next_ = 0; ///< seconds
};

/// A line on the terminal: how many pictures are done, how fast, and the time left.
class BatchBar {
public:
    BatchBar(std::size_t pictures, bool enabled) : pictures_(pictures), bar_("", enabled) {}

    /// Counts one more picture.
    void count();
    /// Removes the line until the next count().
    void clear() { bar_.clear(); }

private:
    std::size_t pictures_, done_ = 0;
    Stopwatch watch_;
    ProgressBar bar_;
};

/// "[######              ] 30%, 7 s left": `share` in [0, 1], `elapsed` seconds so far.
std::string bar_text(double share, double elapsed);
/// "12 of 200, 3.4 a second", after `elapsed` seconds.
std::string batch_text(std::size_t done, std::size_t all, double elapsed);

}
