#include "cli/progress_bar.h"

#include "base/time_left.h"
#include "cli/failure.h"

#include <cstdio>
#include <unistd.h>

namespace huedrift {

std::string bar_text(double share, double elapsed) {
    constexpr int width = 24;
    const int filled = static_cast<int>(share * width);
    std::string text = "[" + std::string(std::size_t(filled), '#') +
                       std::string(std::size_t(width - filled), ' ') + "] " +
                       std::to_string(static_cast<int>(share * 100)) + "%";
    const std::string left = time_left(share, elapsed);
    return left.empty() ? text : text + ", " + left;
}

ProgressBar::ProgressBar(std::string label, bool wanted)
    : label_(printable(std::move(label))), visible_(wanted && ::isatty(STDERR_FILENO) == 1) {}

void ProgressBar::set_label(std::string label) { label_ = printable(std::move(label)); }

void ProgressBar::clear() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
    drawn_ = false;
}

void ProgressBar::show(double share) {
    if (!visible_) return;
    // A thread that finds the bar in use has nothing newer to show.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const Clock::time_point now = Clock::now();
    if (!lock || now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    drawn_ = true;
    const std::chrono::duration<double> elapsed = now - start_;
    std::fprintf(stderr, "\r%s %s\x1b[K", label_.c_str(), bar_text(share, elapsed.count()).c_str());
}

}
