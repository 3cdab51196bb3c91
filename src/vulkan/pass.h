#pragma once

#include "vulkan/device.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::vulkan {

/// A shader embedded in the program: its code, and the facts that the build read from it
/// (shaders/embed_shader.cmake).
struct Shader {
    /// A side of a workgroup: a number of threads, or the specialisation constant that holds it.
    struct Side {
        std::uint32_t value;
        bool is_constant;
    };

    const char* name;
    std::span<const std::uint32_t> spirv;
    std::uint32_t buffers;         ///< storage buffers, at set 0, bindings 0 to buffers - 1
    std::uint32_t push_constants;  ///< bytes: the size of the parameter struct that C++ and GLSL share
    std::array<Side, 2> workgroup; ///< along x and y
    std::uint32_t constants;       ///< specialisation constants, with ids 0 to constants - 1
};

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
