#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::gpu {

class Device;

/// A compute shader as data: what it is called, its code and what it expects from its caller.
struct PassDescription {
    std::string name;
    std::span<const std::uint32_t> spirv;
    /// Storage buffers, at set 0, bindings 0 to buffers - 1.
    std::uint32_t buffers = 0;
    /// Bytes of the push constants: the size of the parameter struct that C++ and GLSL share.
    std::uint32_t push_constants = 0;
    /// Threads per workgroup that the shader declares, along x and y.
    std::uint32_t workgroup_x = 0, workgroup_y = 1;
    /// Values of constant_id 0, 1, ...
    std::vector<std::uint32_t> constants{};
    /// The subgroup size to demand; none: the device's own. Needs DeviceFacts::smallest_subgroup.
    std::optional<std::uint32_t> subgroup_size{};
};

/// A pass compiled for a device.
class Pass {
public:
    /// Throws Error(device) when the device cannot build it, Error(failed) for a description beyond its
    /// limits.
    Pass(const Device& device, PassDescription description);
    ~Pass();
    Pass(Pass&&) noexcept;
    Pass& operator=(Pass&&) noexcept;

    const PassDescription& description() const { return description_; }

    struct Native;
    const Native& native() const { return *native_; }

private:
    PassDescription description_;
    std::unique_ptr<Native> native_;
};

}
