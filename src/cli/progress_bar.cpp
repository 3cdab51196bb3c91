#include "cli/progress_bar.h"

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

ProgressBar::ProgressBar(std::string label, bool enabled)
    : label_(printable(std::move(label))), visible_(enabled && ::isatty(STDERR_FILENO) == 1) {}

void ProgressBar::set_label(std::string label) { label_ = printable(std::move(label)); }

void ProgressBar::clear() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
    drawn_ = false;
}

void ProgressBar::show(double share) {
    if (!visible_) return;
    // A thread that finds the bar in use has nothing newer to show.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const double now = watch_.seconds();
    if (!lock || now < next_) return;
    next_ = now + 0.1;
    drawn_ = true;
    std::fprintf(stderr, "\r%s %s\x1b[K", label_.c_str(), bar_text(share, now).c_str());
}

std::string batch_text(std::size_t done, std::size_t all, double elapsed) {
    char text[80];
    std::snprintf(text, sizeof text, "%zu of %zu, %.1f a second", done, all,
                  elapsed > 0 ? double(done) / elapsed : 0.0);
    return text;
}

void BatchBar::count() {
    bar_.set_label(batch_text(++done_, pictures_, watch_.seconds()));
    bar_.show(double(done_) / double(pictures_));
}

}
