#pragma once

#include "gpu/device_choice.h"

namespace huedrift::gpu {

/// Parameters that affect the loop's speed but not its result: how much work fills a device, which Vulkan
/// does not tell.
struct Tuning {
    std::uint32_t subgroups;    ///< a frontier of fewer trajectories than twice this gives each trajectory a
                                ///< subgroup of its own
    std::uint32_t teams;        ///< a frontier of up to this many gives each a team of subgroups
    std::uint32_t few, steps;   ///< a frontier of up to `few` trajectories makes `steps` steps a round
    std::uint32_t many;         ///< a frontier of at least this many trajectories is sorted
    std::uint32_t first_budget; ///< evaluations of a submission before any was measured: tens of milliseconds
};

/// For `points` points in leaves of `width`. Throws TooLargeForDevice when the device cannot handle that
/// many: llvmpipe silently ends an invocation's loops after 65,535 rounds of all of them together.
Tuning tuning_for(const DeviceFacts& device, std::uint32_t points, std::uint32_t width);

}
