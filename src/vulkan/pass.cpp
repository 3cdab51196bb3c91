#include "vulkan/pass.h"

#include "vulkan/native.h"
#include "vulkan/shader_reload.h"

namespace huedrift::vulkan {
namespace {

std::uint32_t threads_of(const Shader& shader, const std::vector<std::uint32_t>& constants) {
    std::uint32_t threads = 1;
    for (const Shader::Side& side : shader.workgroup)
        threads *= side.is_constant ? constants.at(side.value) : side.value;
    return threads;
}

void check(const DeviceFacts& device, const Shader& shader, const PassOptions& options) {
    const auto require = [&](bool holds, const char* what) {
        if (!holds) throw Error(ErrorKind::failed, std::string("pass ") + shader.name + " " + what);
    };
    require(options.constants.size() == shader.constants, "has another number of constants");
    require(shader.buffers <= device.storage_buffers, "has too many buffers");
    require(shader.push_constants <= device.push_constants, "has too many push constants");
    require(threads_of(shader, options.constants) <= device.workgroup_threads, "has too large workgroups");
    if (options.subgroup_size)
        require(*options.subgroup_size >= device.smallest_subgroup &&
                    *options.subgroup_size <= device.largest_subgroup,
                "requires a subgroup size that the device does not support");
}

// A required size alone leaves drivers free to run a workgroup in subgroups that are partly empty, and
// Intel's do (ggml-org/llama.cpp#17356).
vk::PipelineShaderStageCreateFlags stage_flags(const DeviceFacts& device, const PassOptions& pass) {
    if (!pass.subgroup_size || !device.full_subgroups) return {};
    return vk::PipelineShaderStageCreateFlagBits::eRequireFullSubgroups;
}

vk::raii::Pipeline create_pipeline(const Device& device, const PassOptions& pass,
                                   std::span<const std::uint32_t> spirv, const vk::PipelineLayout& layout) {
    const Device::Native& native = device.native();
    const auto module =
        native.device.createShaderModule({.codeSize = spirv.size_bytes(), .pCode = spirv.data()});
    std::vector<vk::SpecializationMapEntry> entries;
    for (std::uint32_t i = 0; i < pass.constants.size(); ++i)
        entries.push_back({.constantID = i, .offset = 4 * i, .size = 4});
    const vk::SpecializationInfo constants{.mapEntryCount = static_cast<std::uint32_t>(entries.size()),
                                           .pMapEntries = entries.data(),
                                           .dataSize = 4 * pass.constants.size(),
                                           .pData = pass.constants.data()};
    const vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo size{.requiredSubgroupSize =
                                                                         pass.subgroup_size.value_or(0)};
    return native.device.createComputePipeline(native.pipeline_cache,
                                               {.stage = {.pNext = pass.subgroup_size ? &size : nullptr,
                                                          .flags = stage_flags(device.facts(), pass),
                                                          .stage = vk::ShaderStageFlagBits::eCompute,
                                                          .module = *module,
                                                          .pName = "main",
                                                          .pSpecializationInfo = &constants},
                                                .layout = layout});
}

}

vk::raii::DescriptorSetLayout create_set_layout(const vk::raii::Device& device, std::uint32_t buffers,
                                                vk::ShaderStageFlags stages) {
    std::vector<vk::DescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i < buffers; ++i)
        bindings.push_back({.binding = i,
                            .descriptorType = vk::DescriptorType::eStorageBuffer,
                            .descriptorCount = 1,
                            .stageFlags = stages});
    return device.createDescriptorSetLayout({.bindingCount = buffers, .pBindings = bindings.data()});
}

vk::raii::PipelineLayout create_layout(const vk::raii::Device& device, const vk::DescriptorSetLayout& set,
                                       std::uint32_t push_constants, vk::ShaderStageFlags stages) {
    const vk::PushConstantRange range{.stageFlags = stages, .size = push_constants};
    return device.createPipelineLayout({.setLayoutCount = 1,
                                        .pSetLayouts = &set,
                                        .pushConstantRangeCount = push_constants == 0 ? 0u : 1u,
                                        .pPushConstantRanges = &range});
}

vk::raii::DescriptorPool create_pool(const vk::raii::Device& device, std::uint32_t sets,
                                     std::uint32_t buffers) {
    const vk::DescriptorPoolSize size{.type = vk::DescriptorType::eStorageBuffer, .descriptorCount = buffers};
    return device.createDescriptorPool({.maxSets = sets, .poolSizeCount = 1, .pPoolSizes = &size});
}

vk::DescriptorSet write_set(const vk::raii::Device& device, const vk::raii::DescriptorPool& pool,
                            const vk::DescriptorSetLayout& layout, std::span<const BufferRange> ranges) {
    const vk::DescriptorSetAllocateInfo request{
        .descriptorPool = *pool, .descriptorSetCount = 1, .pSetLayouts = &layout};
    // Released: resetting or destroying the pool frees its sets more cheaply than one by one.
    const vk::DescriptorSet set = device.allocateDescriptorSets(request).front().release();
    std::vector<vk::DescriptorBufferInfo> infos;
    for (const BufferRange& range : ranges)
        infos.push_back(
            {.buffer = *range.buffer->native().buffer, .offset = range.offset, .range = range.bytes});
    if (!infos.empty())
        device.updateDescriptorSets(
            vk::WriteDescriptorSet{.dstSet = set,
                                   .descriptorCount = static_cast<std::uint32_t>(infos.size()),
                                   .descriptorType = vk::DescriptorType::eStorageBuffer,
                                   .pBufferInfo = infos.data()},
            {});
    return set;
}

Pass::Pass(const Device& device, const Shader& shader, const PassOptions& options)
    : name_(shader.name), shader_(shader), native_(new Native, {&device}) {
    check(device.facts(), shader, options);
    workgroup_threads_ = threads_of(shader, options.constants);
    std::vector<std::uint32_t> reloaded;
    if (!device.shader_folder().empty()) reloaded = compile_shader(device.shader_folder(), name_);
    const std::span<const std::uint32_t> spirv = reloaded.empty() ? shader.spirv : reloaded;
    guarded("pass " + name_ + " cannot be built", [&] {
        const Device::Native& native = device.native();
        const vk::ShaderStageFlags compute = vk::ShaderStageFlagBits::eCompute;
        native_->set_layout = create_set_layout(native.device, shader.buffers, compute);
        native_->layout = create_layout(native.device, *native_->set_layout, shader.push_constants, compute);
        native_->pipeline = create_pipeline(device, options, spirv, *native_->layout);
        native.name(vk::ObjectType::ePipeline,
                    reinterpret_cast<std::uint64_t>(static_cast<VkPipeline>(*native_->pipeline)), name_);
    });
}

Pass::~Pass() = default;
Pass::Pass(Pass&&) noexcept = default;
Pass& Pass::operator=(Pass&&) noexcept = default;

}
