#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift::gpu {

/// Whether this build can compile shaders at run time, for shader development: CMake's
/// HUEDRIFT_SHADER_RELOAD.
bool reloads_shaders();

/// SPIR-V of name.comp in the folder or a subfolder, compiled like in shaders/CMakeLists.txt; empty where
/// there is no such file. Throws Error(failed) with the compiler's message.
std::vector<std::uint32_t> compile_shader(const std::filesystem::path& folder, const std::string& name);

}
