#pragma once

#include "gpu/device_choice.h"

namespace huedrift::gpu {

/// What the loop's speed depends on and its result does not: how much a device does at a time, which Vulkan
/// does not tell.
struct Tuning {
    std::uint32_t subgroups;    ///< a frontier of fewer trajectories than twice this gives each trajectory a
                                ///< subgroup of its own
    std::uint32_t few, steps;   ///< a frontier of up to `few` trajectories makes `steps` steps a round
    std::uint32_t many;         ///< a frontier of at least so many trajectories is sorted
    std::uint32_t first_budget; ///< evaluations of a submission before any was measured: tens of milliseconds
};

/// For `points` points in leaves of `width`. Throws Error(device) when the device cannot take as many:
/// llvmpipe ends the loops of an invocation, without a word, after 65,535 rounds of all of them together.
Tuning tuning_for(const DeviceFacts& device, std::uint32_t points, std::uint32_t width);

}
