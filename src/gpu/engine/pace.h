#pragma once

#include <cstdint>

namespace huedrift::gpu {

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
