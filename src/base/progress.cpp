#include "base/progress.h"

#include "base/error.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace huedrift {

Progress::Progress(const Progress& whole, double from, double to)
    : listener_([&whole, from, to](double share) { whole.report(from + share * (to - from)); }),
      whole_(&whole) {
    assert(0 <= from && from <= to && to <= 1);
}

void Progress::throw_if_cancelled() const {
    if (cancelled()) throw Error(ErrorKind::cancelled, "cancelled");
}

void Progress::report(double share) const {
    assert(share >= 0); // and a number
    share = std::min(share, 1.0);
    double before = this->share();
    while (before < share && !share_.compare_exchange_weak(before, share, std::memory_order_relaxed)) {
    }
    if (listener_) listener_(std::max(before, share));
}

std::string time_left(double share, double elapsed) {
    assert(share >= 0 && elapsed >= 0);
    // The first percent predicts too little.
    if (share < 0.01 || share >= 1) return {};
    const auto left = static_cast<long long>(std::ceil(elapsed * (1 - share) / share));
    return left < 120 ? std::to_string(left) + " s left" : std::to_string(left / 60) + " min left";
}

}
