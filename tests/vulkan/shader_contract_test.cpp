// Every SPIR-V module against the C++ side of its pass: the buffers it binds, its push constants and its
// workgroup. Read from the words themselves (SPIR-V 1.3, sections 2.3 and 3.32), so nothing can drift apart.
#include "gpu/device_choice.h"
#include "picture_shader_code.h"
#include "stage_shader_code.h"
#include "vulkan/picture/luminance_histogram.h"
#include "vulkan/picture/remap.h"
#include "vulkan/picture/shrink.h"
#include "vulkan/picture/smooth.h"
#include "vulkan/stages/assign_cell.h"
#include "vulkan/stages/compact_frontier.h"
#include "vulkan/stages/find_bbox.h"
#include "vulkan/stages/group_points.h"
#include "vulkan/stages/mean_shift.h"
#include "vulkan/stages/resolve_modes.h"
#include "vulkan/stages/sort_frontier.h"
#include "vulkan/stages/sum_cells.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace huedrift::gpu {
namespace {

std::vector<PassDescription> all_passes() {
    std::vector<PassDescription> passes{FindBbox::description(),
                                        AssignCell::description(),
                                        SumCells::description(),
                                        MeanShift::description({.width = 32}, false),
                                        MeanShift::description({.width = 32}, true),
                                        Remap::description(),
                                        LuminanceHistogramPass::description(),
                                        Shrink::description(),
                                        Smooth::description(9, 256)};
    for (const auto& stage : {GroupPoints::descriptions(), CompactFrontier::descriptions(),
                              SortFrontier::descriptions(), ResolveModes::descriptions()})
        passes.insert(passes.end(), stage.begin(), stage.end());
    return passes;
}

struct Module {
    std::set<std::uint32_t> bindings, sets;
    std::uint32_t push_constants = 0;
    std::uint32_t workgroup_x = 0, workgroup_y = 0;
    std::set<std::uint32_t> constants;
};

Module parse(std::span<const std::uint32_t> words) {
    enum Op {
        execution_mode = 16,
        type_array = 28,
        type_struct = 30,
        type_pointer = 32,
        constant = 43,
        variable = 59,
        decorate = 71,
        member_decorate = 72
    };
    enum Decoration { spec_id = 1, binding = 33, descriptor_set = 34, offset = 35 };
    constexpr std::uint32_t local_size = 17, push_constant = 9;
    Module module;
    std::map<std::uint32_t, std::uint32_t> pointee, last_offset, members, last_member, value, length;
    for (std::size_t i = 5; i < words.size(); i += words[i] >> 16) {
        const std::uint32_t* w = &words[i];
        switch (w[0] & 0xffff) {
        case execution_mode:
            if (w[2] == local_size) module.workgroup_x = w[3], module.workgroup_y = w[4];
            break;
        case decorate:
            if (w[2] == binding) module.bindings.insert(w[3]);
            if (w[2] == descriptor_set) module.sets.insert(w[3]);
            if (w[2] == spec_id) module.constants.insert(w[3]);
            break;
        case member_decorate:
            if (w[3] == offset) last_offset[w[1]] = std::max(last_offset[w[1]], w[4]);
            break;
        case type_struct:
            members[w[1]] = (w[0] >> 16) == 3 ? w[2] : 0;
            last_member[w[1]] = w[(w[0] >> 16) - 1];
            break;
        case constant:
            value[w[2]] = w[3];
            break;
        case type_array:
            length[w[1]] = value[w[3]];
            break;
        case type_pointer:
            pointee[w[1]] = w[3];
            break;
        case variable:
            if (w[3] == push_constant) {
                // The block holds one struct of 4-byte scalars, of which the last may be an array.
                std::uint32_t block = pointee[w[1]];
                while (members[block] != 0 && last_offset.count(members[block])) block = members[block];
                module.push_constants = last_offset[block] + 4 * std::max(1u, length[last_member[block]]);
            }
            break;
        default:
            break;
        }
    }
    return module;
}

TEST(ShaderContract, EveryShaderHasAPass) {
    std::set<std::string> shaders, passes;
    for (const Shader& shader : stage_shaders()) shaders.insert(shader.name);
    for (const Shader& shader : picture_shaders()) shaders.insert(shader.name);
    for (const PassDescription& pass : all_passes()) passes.insert(pass.name);
    EXPECT_EQ(shaders, passes);
}

TEST(ShaderContract, EveryPassFitsItsShader) {
    for (const PassDescription& pass : all_passes()) {
        SCOPED_TRACE(pass.name);
        const Module module = parse(pass.spirv);
        EXPECT_EQ(module.sets, std::set<std::uint32_t>{0});
        ASSERT_FALSE(module.bindings.empty());
        EXPECT_EQ(*module.bindings.rbegin() + 1, pass.buffers);
        EXPECT_EQ(module.bindings.size(), pass.buffers) << "a binding is not used or used twice";
        EXPECT_EQ(module.push_constants, pass.push_constants);
        EXPECT_LE(pass.push_constants, 128u);
        // A width that a constant gives stands in the module as 1.
        if (module.workgroup_x == 1 && pass.workgroup_x != 1)
            EXPECT_EQ(std::ranges::count(pass.constants, pass.workgroup_x), 1);
        else
            EXPECT_EQ(module.workgroup_x, pass.workgroup_x);
        EXPECT_EQ(module.workgroup_y, pass.workgroup_y);
        EXPECT_EQ(module.constants.size(), pass.constants.size());
    }
}

}
}
