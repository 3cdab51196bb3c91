#include "base/stopwatch.h"

#include <cmath>

namespace huedrift {

std::string time_left(double share, double elapsed) {
    // The first percent predicts too little.
    if (share < 0.01 || share >= 1) return {};
    const auto left = static_cast<long long>(std::ceil(elapsed * (1 - share) / share));
    return left < 120 ? std::to_string(left) + " s left" : std::to_string(left / 60) + " min left";
}

}
