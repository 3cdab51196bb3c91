#include "app/render/graphics_pipeline.h"

namespace huedrift::app {

vk::raii::ImageView create_view(const vk::raii::Device& device, vk::Image image, vk::Format format) {
    const vk::ImageAspectFlags aspect =
        format == depth_format ? vk::ImageAspectFlagBits::eDepth : vk::ImageAspectFlagBits::eColor;
    return device.createImageView({.image = image,
                                   .viewType = vk::ImageViewType::e2D,
                                   .format = format,
                                   .subresourceRange = {aspect, 0, 1, 0, 1}});
}

Attachment::Attachment(const vulkan::Device::Native& gpu, vk::Extent2D extent, vk::Format format,
                       vk::ImageUsageFlags usage) {
    image = gpu.device.createImage({.imageType = vk::ImageType::e2D,
                                    .format = format,
                                    .extent = {extent.width, extent.height, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = vk::SampleCountFlagBits::e1,
                                    .usage = usage});
    const vk::MemoryRequirements needs = image.getMemoryRequirements();
    memory = gpu.device.allocateMemory({.allocationSize = needs.size,
                                        .memoryTypeIndex = vulkan::choose_memory_type(
                                            gpu.memory, needs.memoryTypeBits, vulkan::Memory::device)});
    image.bindMemory(*memory, 0);
    view = create_view(gpu.device, *image, format);
}

namespace {

vk::raii::ShaderModule create_module(const vk::raii::Device& device, const vulkan::Shader& shader) {
    return device.createShaderModule({.codeSize = shader.spirv.size_bytes(), .pCode = shader.spirv.data()});
}

vk::PipelineDepthStencilStateCreateInfo depth_state(bool tests) {
    if (!tests) return {};
    return {.depthTestEnable = true, .depthWriteEnable = true, .depthCompareOp = vk::CompareOp::eLess};
}

/// Creates a pipeline from its shaders and the fixed state.
vk::raii::Pipeline create_fixed(const vulkan::Device::Native& gpu, const GraphicsProgram& program,
                                std::span<const vk::PipelineShaderStageCreateInfo> stages,
                                const vk::PipelineLayout& layout, const vk::RenderPass& pass) {
    const vk::PipelineVertexInputStateCreateInfo no_vertices{};
    const vk::PipelineInputAssemblyStateCreateInfo primitives{.topology = program.topology};
    const vk::PipelineViewportStateCreateInfo one_viewport{.viewportCount = 1, .scissorCount = 1};
    const vk::PipelineRasterizationStateCreateInfo filled{.polygonMode = vk::PolygonMode::eFill,
                                                          .lineWidth = 1};
    const vk::PipelineMultisampleStateCreateInfo one_sample{.rasterizationSamples =
                                                                vk::SampleCountFlagBits::e1};
    const vk::PipelineDepthStencilStateCreateInfo depth = depth_state(program.tests_depth);
    using Channel = vk::ColorComponentFlagBits;
    const vk::PipelineColorBlendAttachmentState opaque{.colorWriteMask = Channel::eR | Channel::eG |
                                                                         Channel::eB | Channel::eA};
    const vk::PipelineColorBlendStateCreateInfo blending{.attachmentCount = 1, .pAttachments = &opaque};
    const std::array moving{vk::DynamicState::eViewport, vk::DynamicState::eScissor};
    const vk::PipelineDynamicStateCreateInfo dynamic{.dynamicStateCount = moving.size(),
                                                     .pDynamicStates = moving.data()};
    return gpu.device.createGraphicsPipeline(gpu.pipeline_cache,
                                             {.stageCount = static_cast<std::uint32_t>(stages.size()),
                                              .pStages = stages.data(),
                                              .pVertexInputState = &no_vertices,
                                              .pInputAssemblyState = &primitives,
                                              .pViewportState = &one_viewport,
                                              .pRasterizationState = &filled,
                                              .pMultisampleState = &one_sample,
                                              .pDepthStencilState = &depth,
                                              .pColorBlendState = &blending,
                                              .pDynamicState = &dynamic,
                                              .layout = layout,
                                              .renderPass = pass});
}

}

GraphicsLayout::GraphicsLayout(const vk::raii::Device& device, std::uint32_t bindings,
                               std::uint32_t push_bytes, vk::ShaderStageFlags stages) {
    std::vector<vk::DescriptorSetLayoutBinding> all;
    for (std::uint32_t i = 0; i < bindings; ++i)
        all.push_back({.binding = i,
                       .descriptorType = vk::DescriptorType::eStorageBuffer,
                       .descriptorCount = 1,
                       .stageFlags = stages});
    set = device.createDescriptorSetLayout({.bindingCount = bindings, .pBindings = all.data()});
    const vk::PushConstantRange range{.stageFlags = stages, .size = push_bytes};
    pipeline = device.createPipelineLayout({.setLayoutCount = 1,
                                            .pSetLayouts = &*set,
                                            .pushConstantRangeCount = 1,
                                            .pPushConstantRanges = &range});
}

vk::raii::Pipeline create_pipeline(const vulkan::Device::Native& gpu, const GraphicsProgram& program,
                                   const vk::PipelineLayout& layout, const vk::RenderPass& pass) {
    std::vector<vk::SpecializationMapEntry> entries;
    for (std::uint32_t i = 0; i < program.constants.size(); ++i)
        entries.push_back({i, i * std::uint32_t(sizeof(vk::Bool32)), sizeof(vk::Bool32)});
    const vk::SpecializationInfo constants{.mapEntryCount = static_cast<std::uint32_t>(entries.size()),
                                           .pMapEntries = entries.data(),
                                           .dataSize = program.constants.size_bytes(),
                                           .pData = program.constants.data()};
    const auto vertex = create_module(gpu.device, program.vertex),
               fragment = create_module(gpu.device, program.fragment);
    const std::array stages{vk::PipelineShaderStageCreateInfo{.stage = vk::ShaderStageFlagBits::eVertex,
                                                              .module = *vertex,
                                                              .pName = "main"},
                            vk::PipelineShaderStageCreateInfo{.stage = vk::ShaderStageFlagBits::eFragment,
                                                              .module = *fragment,
                                                              .pName = "main",
                                                              .pSpecializationInfo = &constants}};
    return create_fixed(gpu, program, stages, layout, pass);
}

vk::DescriptorSet write_set(const vk::raii::Device& device, const vk::raii::DescriptorPool& pool,
                            const vk::raii::DescriptorSetLayout& layout,
                            std::span<const vulkan::BufferRange> ranges) {
    const vk::DescriptorSetAllocateInfo allocation{
        .descriptorPool = *pool, .descriptorSetCount = 1, .pSetLayouts = &*layout};
    const vk::DescriptorSet set = device.allocateDescriptorSets(allocation).front().release();
    std::vector<vk::DescriptorBufferInfo> infos;
    for (const vulkan::BufferRange& range : ranges)
        infos.push_back(
            {.buffer = *range.buffer->native().buffer, .offset = range.offset, .range = range.bytes});
    device.updateDescriptorSets(
        vk::WriteDescriptorSet{.dstSet = set,
                               .dstBinding = 0,
                               .descriptorCount = static_cast<std::uint32_t>(infos.size()),
                               .descriptorType = vk::DescriptorType::eStorageBuffer,
                               .pBufferInfo = infos.data()},
        {});
    return set;
}

void set_area(const FrameCommands& frame, const Area& area) {
    frame.commands.setViewport(0, vk::Viewport{.width = static_cast<float>(frame.extent.width),
                                               .height = static_cast<float>(frame.extent.height),
                                               .maxDepth = 1});
    frame.commands.setScissor(0, vk::Rect2D{{area.x, area.y},
                                            {static_cast<std::uint32_t>(area.extent.width),
                                             static_cast<std::uint32_t>(area.extent.height)}});
}

}
