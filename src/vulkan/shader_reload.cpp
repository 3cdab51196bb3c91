#include "vulkan/shader_reload.h"

#include "base/error.h"

#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <shaderc/shaderc.hpp>

namespace huedrift::vulkan {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The file of this name in the folder or a subfolder.
std::optional<fs::path> shader_file(const fs::path& folder, const std::string& name) {
    if (is_file(folder / name)) return folder / name;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (is_file(entry.path() / name)) return entry.path() / name;
    return std::nullopt;
}

/// Keeps one line: the first error usually causes the others.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Resolves includes like glslc in the build: beside the including file, then in the shaders' folder and its
/// parent. Throws nothing, as the calling compiler is not exception-safe.
class Includer : public shaderc::CompileOptions::IncluderInterface {
public:
    explicit Includer(fs::path folder) : folder_(std::move(folder)) {}

    shaderc_include_result* GetInclude(const char* requested, shaderc_include_type, const char* requesting,
                                       std::size_t) override {
        auto include = std::make_unique<Include>();
        for (const fs::path& base : {fs::path(requesting).parent_path(), folder_, folder_.parent_path()}) {
            if (!is_file(base / requested)) continue;
            include->name = (base / requested).string();
            include->text = text_of(include->name);
            break;
        }
        // A result without a name reports a failure, with the reason as its text.
        if (include->name.empty()) include->text = "there is no such file";
        include->result = {include->name.data(), include->name.size(), include->text.data(),
                           include->text.size(), include.get()};
        return &include.release()->result;
    }

    void ReleaseInclude(shaderc_include_result* result) override {
        delete static_cast<Include*>(result->user_data);
    }

private:
    struct Include {
        std::string name, text;
        shaderc_include_result result;
    };

    fs::path folder_;
};

}

bool reloads_shaders() { return true; }

std::vector<std::uint32_t> compile_shader(const fs::path& folder, const std::string& name) {
    const std::optional<fs::path> found = shader_file(fs::absolute(folder), name + ".comp");
    if (!found) return {};
    const fs::path& file = *found;
    shaderc::CompileOptions options;
    options.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_1);
    options.SetOptimizationLevel(shaderc_optimization_level_performance);
    options.SetIncluder(std::make_unique<Includer>(fs::absolute(folder)));
    const shaderc::SpvCompilationResult result =
        shaderc::Compiler().CompileGlslToSpv(text_of(file), shaderc_compute_shader, file.c_str(), options);
    if (result.GetCompilationStatus() != shaderc_compilation_status_success)
        throw Error(ErrorKind::failed,
                    "shader " + name + " does not compile: " + first_line(result.GetErrorMessage()));
    return {result.begin(), result.end()};
}

}
