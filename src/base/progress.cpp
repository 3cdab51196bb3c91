#include "base/progress.h"

#include "base/error.h"

#include <algorithm>

namespace huedrift {

Progress::Progress(const Progress& whole, double from, double to)
    : listener_([&whole, from, to](double share) { whole.report(from + share * (to - from)); }),
      whole_(&whole) {}

void Progress::throw_if_cancelled() const {
    if (cancelled()) throw Error(ErrorKind::cancelled, "cancelled");
}

void Progress::report(double share) const {
    share = std::min(share, 1.0);
    double before = this->share();
    while (before < share && !share_.compare_exchange_weak(before, share, std::memory_order_relaxed)) {
    }
    if (listener_) listener_(std::max(before, share));
}

}
