#include "vulkan/shader_reload.h"

#include "expect_error.h"
#include "gpu/stages/analysis.h"
#include "picture_shader_code.h"
#include "reduction/random_image.h"
#include "stage_shader_code.h"
#include "temporary_folder.h"
#include "vulkan/device_fixture.h"

namespace huedrift::vulkan {
namespace {

TEST(CompileShader, EqualsTheBuild) {
    for (const Shader& shader : {gpu::assign_cell_shader(), gpu::compact_frontier_shader(),
                                 gpu::mean_shift_shader(), gpu::smooth_shader()}) {
        const std::vector<std::uint32_t> words = compile_shader(HUEDRIFT_SHADERS, shader.name);
        EXPECT_TRUE(std::ranges::equal(words, shader.spirv)) << shader.name;
    }
}

TEST(CompileShader, ReturnsNothingForAMissingFile) {
    EXPECT_TRUE(compile_shader(HUEDRIFT_SHADERS, "no_such").empty());
}

TEST(CompileShader, SaysWhatIsWrongAndWhere) {
    TemporaryFolder folder;
    write_text(folder / "broken.comp", "#version 460\nvoid main() { nonsense; }\n");
    write_text(folder / "lonely.comp", "#version 460\n#extension GL_GOOGLE_include_directive : require\n"
                                       "#include \"missing.glsl\"\nvoid main() {}\n");
    expect_error([&] { compile_shader(folder.path(), "broken"); }, ErrorKind::failed,
                 {"broken.comp:2", "nonsense"});
    expect_error([&] { compile_shader(folder.path(), "lonely"); }, ErrorKind::failed,
                 {"missing.glsl", "no such file"});
}

class ReadShadersFrom : public DeviceTest {};

TEST_F(ReadShadersFrom, CompilesPassesFromTheFolder) {
    TemporaryFolder folder;
    std::filesystem::copy(HUEDRIFT_SHADERS, folder / "shaders", std::filesystem::copy_options::recursive);
    std::string text = read_text(folder / "shaders/stages/assign_cell.comp");
    const std::string line = "numbers[i] = i;";
    ASSERT_NE(text.find(line), text.npos);
    write_text(folder / "shaders/stages/assign_cell.comp",
               text.replace(text.find(line), line.size(), "numbers[i] = i + 7;"));

    Device own(*context(), device_index());
    own.read_shaders_from(folder / "shaders");
    const ColorSet set = random_points(10);
    const gpu::Points points = gpu::upload_points(own, set);
    const Buffer ranks(own, "ranks", 40), numbers(own, "numbers", 40);
    const gpu::AssignCell assign_cell(own);
    Recorder recorder(own);
    assign_cell.record(recorder, points,
                       gpu::cell_grid({{0, -(1 << 20), -(1 << 20)}, {1 << 20, 1 << 20, 1 << 20}}), ranks,
                       numbers);
    recorder.run();
    EXPECT_EQ(values_of<std::uint32_t>(own, numbers, 10).back(), 9u + 7);
}

}
}
