#pragma once

#include <cstdint>
#include <span>

namespace huedrift::gpu {

/// The code of a shader that the program carries.
struct Shader {
    const char* name;
    std::span<const std::uint32_t> spirv;
};

}
