#include "gpu/engine/pace.h"

#include <algorithm>

namespace huedrift::gpu {

constexpr double aim_seconds = 0.03;
constexpr double min_budget = 64, max_budget = 1 << 30;

void Pace::learn(std::uint64_t evaluations, double seconds) {
    // A submission cut short by the end of the frontier says little about a full one.
    if (evaluations == 0 || seconds <= 0 || (evaluations < budget_ / 2 && seconds < aim_seconds)) return;
    const double fitting = static_cast<double>(evaluations) * aim_seconds / seconds;
    // Grows in steps, as the next rounds may cost more per evaluation than the last ones.
    const double next = std::min(fitting, 8.0 * static_cast<double>(budget_));
    budget_ = static_cast<std::uint32_t>(std::clamp(next, min_budget, max_budget));
}

}
