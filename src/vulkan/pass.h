#pragma once

#include "vulkan/device.h"
#include "vulkan/shader.h"

#include <optional>
#include <string>
#include <vector>

namespace huedrift::vulkan {

/// The choices made when a pass is built.
struct PassOptions {
    /// Values of the specialisation constants 0, 1, ...
    std::vector<std::uint32_t> constants{};
    /// The required subgroup size; none: the device's own. Needs DeviceFacts::smallest_subgroup.
    std::optional<std::uint32_t> subgroup_size{};
};

/// A compute shader compiled for a device.
class Pass {
public:
    /// Throws Error(device) when the device cannot build the pass, and Error(failed) for a wrong number of
    /// constants or values beyond the device's limits.
    Pass(const Device& device, const Shader& shader, const PassOptions& options = {});
    ~Pass();
    Pass(Pass&&) noexcept;
    Pass& operator=(Pass&&) noexcept;

    const std::string& name() const { return name_; }
    const Shader& shader() const { return shader_; }
    std::uint32_t workgroup_threads() const { return workgroup_threads_; }

    struct Native;
    const Native& native() const { return *native_; }

private:
    std::string name_;
    Shader shader_;
    std::uint32_t workgroup_threads_;
    DeviceObjects<Native> native_;
};

}
