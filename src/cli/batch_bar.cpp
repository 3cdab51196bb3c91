#include "cli/batch_bar.h"

#include <cstdio>

namespace huedrift {

std::string batch_text(std::size_t done, std::size_t all, double elapsed) {
    char text[80];
    std::snprintf(text, sizeof text, "%zu of %zu, %.1f a second", done, all,
                  elapsed > 0 ? double(done) / elapsed : 0.0);
    return text;
}

void BatchBar::count() {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    bar_.set_label(batch_text(++done_, pictures_, elapsed.count()));
    bar_.show(double(done_) / double(pictures_));
}

}
