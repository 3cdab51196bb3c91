#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace huedrift::vulkan {

enum class DeviceType { discrete, integrated, virtualised, cpu, other };

/// The facts that decide the choice of a device, as plain data so that tests need no device.
struct DeviceFacts {
    std::string name;
    std::string driver{}; ///< name and version, or empty
    DeviceType type = DeviceType::other;
    /// Of the pipelines that it compiles; equal cards with one driver share it.
    std::array<std::uint8_t, 16> pipelines_uuid{};
    std::array<std::uint8_t, 16> device_uuid{}; ///< of this card, whatever its driver; 0 before Vulkan 1.1
    std::uint32_t api_major = 1, api_minor = 0;
    bool compute_queue = false;
    bool shader_int64 = false;
    bool portability_subset = false; ///< it does not conform to Vulkan in full
    bool subgroup_in_compute = false;
    bool subgroup_basic = false;
    bool subgroup_arithmetic = false;
    bool subgroup_ballot = false;
    std::uint32_t subgroup_size = 0;
    /// The subgroup sizes that a pass may require by VK_EXT_subgroup_size_control; 0 if the device lacks it.
    std::uint32_t smallest_subgroup = 0, largest_subgroup = 0;
    bool full_subgroups = false; ///< whether a pass may require that, too
    std::uint32_t workgroup_threads = 0;
    std::uint32_t workgroups_x = 0, workgroups_y = 0;
    std::uint32_t shared_memory = 0; ///< bytes per workgroup
    std::uint32_t push_constants = 0;
    std::uint32_t storage_buffers = 0; ///< bindings of one stage
    std::uint64_t storage_range = 0;   ///< bytes of one binding
    std::uint64_t local_memory = 0;    ///< bytes of the largest device-local heap
};

/// The reason why the engine cannot run on a device, as a sentence; none if it can.
std::optional<std::string> refusal(const DeviceFacts& device);

/// The rank of a device, higher is better: by type, then by memory.
std::uint64_t score(const DeviceFacts& device);

}
