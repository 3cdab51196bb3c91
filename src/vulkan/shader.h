#pragma once

#include <array>
#include <cstdint>
#include <span>

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

}
