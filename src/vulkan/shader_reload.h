#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift::vulkan {

/// Whether this build can compile shaders at run time, for their development (CMake's
/// HUEDRIFT_SHADER_RELOAD).
bool reloads_shaders();

/// The SPIR-V of NAME.comp in the folder or a subfolder, compiled as in shaders/CMakeLists.txt; empty without
/// such a file. Throws Error(failed) with the compiler's message.
std::vector<std::uint32_t> compile_shader(const std::filesystem::path& folder, const std::string& name);

}
