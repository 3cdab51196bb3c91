#include "vulkan/device_choice.h"

#include <algorithm>

namespace huedrift::vulkan {
namespace {

// The needs of the shaders. Vulkan guarantees all of these but the workgroup size and the bindings, which
// every recent driver supports, too.
constexpr std::uint32_t needed_workgroup_threads = 256, needed_workgroups = 65535,
                        needed_shared_memory = 16384, needed_push_constants = 128,
                        needed_storage_buffers = 16;
constexpr std::uint64_t needed_storage_range = std::uint64_t{1} << 27;
constexpr std::uint32_t largest_subgroup_supported = 128;

}

std::optional<std::string> refusal(const DeviceFacts& device) {
    const auto lacks = [&](const std::string& what) { return device.name + " lacks " + what; };
    if (device.api_major == 1 && device.api_minor < 1) return lacks("Vulkan 1.1");
    if (!device.compute_queue) return lacks("a compute queue");
    if (!device.shader_int64) return lacks("64-bit integers in shaders (shaderInt64)");
    if (!device.subgroup_in_compute || !device.subgroup_basic)
        return lacks("subgroup operations in compute shaders");
    if (!device.subgroup_arithmetic) return lacks("subgroup arithmetic");
    if (!device.subgroup_ballot) return lacks("subgroup ballots");
    if (device.subgroup_size > largest_subgroup_supported) return lacks("subgroups of 128 threads or fewer");
    if (device.workgroup_threads < needed_workgroup_threads) return lacks("workgroups of 256 threads");
    if (device.workgroups_x < needed_workgroups || device.workgroups_y < needed_workgroups)
        return lacks("dispatches of 65535 workgroups");
    if (device.shared_memory < needed_shared_memory) return lacks("16 KiB of shared memory");
    if (device.push_constants < needed_push_constants) return lacks("128 bytes of push constants");
    if (device.storage_buffers < needed_storage_buffers) return lacks("16 storage buffers per stage");
    if (device.storage_range < needed_storage_range) return lacks("storage buffers of 128 MiB");
    return std::nullopt;
}

std::uint64_t score(const DeviceFacts& device) {
    constexpr auto type_score = [](DeviceType type) -> std::uint64_t {
        switch (type) {
        case DeviceType::discrete:
            return 4;
        case DeviceType::integrated:
            return 3;
        case DeviceType::virtualised:
            return 2;
        case DeviceType::other:
            return 1;
        case DeviceType::cpu:
            return 0;
        }
        return 0;
    };
    return type_score(device.type) << 56 | std::min(device.local_memory, (std::uint64_t{1} << 56) - 1);
}

}
