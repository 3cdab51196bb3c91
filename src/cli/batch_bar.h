#pragma once

#include "cli/progress_bar.h"

namespace huedrift {

/// A line on the terminal: how many pictures are done, how fast, and the time left.
class BatchBar {
public:
    BatchBar(std::size_t pictures, bool wanted) : pictures_(pictures), bar_("", wanted) {}

    /// Counts one more picture.
    void count();
    /// Removes the line until the next count().
    void clear() { bar_.clear(); }

private:
    std::size_t pictures_, done_ = 0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    ProgressBar bar_;
};

/// "12 of 200, 3.4 a second", after `elapsed` seconds.
std::string batch_text(std::size_t done, std::size_t all, double elapsed);

}
