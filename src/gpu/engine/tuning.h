#pragma once

#include "vulkan/device_choice.h"

#include <cstdint>

namespace huedrift::gpu {

/// Parameters of the loop's speed that do not affect its result: how much work fills a device, which Vulkan
/// does not tell.
struct Tuning {
    std::uint32_t busy_subgroups; ///< as in SlicePlan, like the next four
    std::uint32_t team_max;
    std::uint32_t long_round_max;
    std::uint32_t long_round_steps;
    std::uint32_t sort_min;
    std::uint32_t first_budget; ///< evaluations of a submission before any was measured: tens of milliseconds
};

/// The tuning for `points` points in leaves of `width`. Throws TooLargeForDevice if the device cannot handle
/// that many: llvmpipe silently ends an invocation's loops after 65,535 rounds in total.
Tuning tuning_for(const vulkan::DeviceFacts& device, std::uint32_t points, std::uint32_t width);

/// How many evaluations a submission may make to take about 30 ms. That is short enough to cancel within 200
/// ms and to let a window draw on the same device, and far below the time after which drivers reset a device.
class Pace {
public:
    explicit Pace(std::uint32_t first_budget) : budget_(first_budget) {}

    std::uint32_t budget() const { return budget_; }
    /// Learns that a submission made `evaluations` in `seconds`.
    void learn(std::uint64_t evaluations, double seconds);

private:
    std::uint32_t budget_;
};

}
