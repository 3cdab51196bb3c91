#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace huedrift::gpu {

/// Whether this build can compile shaders while it runs: CMake's HUEDRIFT_SHADER_RELOAD, for who works on
/// them.
bool reloads_shaders();

/// SPIR-V of name.comp in the folder or one below it, with its includes, compiled as shaders/CMakeLists.txt
/// does it; empty where there is no such file. Throws Error(failed) with the compiler's message.
std::vector<std::uint32_t> compile_shader(const std::filesystem::path& folder, const std::string& name);

}
