#include "gpu/engine/tuning.h"

#include "base/device_error.h"

#include <algorithm>
#include <string>

namespace huedrift::gpu {
namespace {

// Measured on an NVIDIA H200 and an H100.
constexpr Tuning gpu{.busy_subgroups = 16384,
                     .team_max = 2048,
                     .long_round_max = 512,
                     .long_round_steps = 8,
                     .sort_min = 65536,
                     .first_budget = 1 << 18};

constexpr std::uint64_t max_rounds = 65535;

// Of a submission.
constexpr double aim_seconds = 0.03;
constexpr double min_budget = 64, max_budget = 1 << 30;

/// Rounds of the loops in mean_shift_lone.comp for one step, at worst: every node is opened on its own, and
/// the points of every leaf are read in the smallest batches.
std::uint64_t rounds_of_lone_step(std::uint64_t points, std::uint64_t width) {
    const std::uint64_t leaves = points / width + 1, inner_nodes = leaves / (width - 1) + 16;
    return inner_nodes + leaves / 2;
}

/// Rounds for a subgroup's packets of up to `width` queries: each query may test each point on its own, in a
/// nested loop.
std::uint64_t rounds_of_packets(std::uint64_t points, std::uint64_t width) {
    return width * (rounds_of_lone_step(points, width) + 2 * points);
}

Tuning cpu(std::uint32_t points, std::uint32_t width) {
    const std::uint64_t lone = rounds_of_lone_step(points, width);
    if (lone > max_rounds)
        throw TooLargeForDevice("a CPU as Vulkan device cannot take " + std::to_string(points) +
                                " colours: it ends long loops early");
    const bool packets = rounds_of_packets(points, width) <= max_rounds;
    return {.busy_subgroups = packets ? 16u : 1u << 24,
            .team_max = 2,
            .long_round_max = 64,
            .long_round_steps = 2 * lone <= max_rounds ? 2u : 1u,
            .sort_min = 1024,
            .first_budget = 1 << 11};
}

}

Tuning tuning_for(const vulkan::DeviceFacts& device, std::uint32_t points, std::uint32_t width) {
    if (device.type == vulkan::DeviceType::cpu) return cpu(points, width);
    Tuning tuning = gpu;
    if (device.type != vulkan::DeviceType::discrete) tuning.first_budget = 1 << 15;
    return tuning;
}

void Pace::learn(std::uint64_t evaluations, double seconds) {
    // A submission cut short by the end of the frontier says little about a full one.
    if (evaluations == 0 || seconds <= 0 || (evaluations < budget_ / 2 && seconds < aim_seconds)) return;
    const double fitting = static_cast<double>(evaluations) * aim_seconds / seconds;
    // Grows in steps, as the next rounds may cost more per evaluation than the last ones.
    const double next = std::min(fitting, 8.0 * static_cast<double>(budget_));
    budget_ = static_cast<std::uint32_t>(std::clamp(next, min_budget, max_budget));
}

}
