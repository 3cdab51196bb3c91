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

vk::AttachmentDescription attachment_of(vk::Format format, vk::AttachmentLoadOp begins,
                                        vk::AttachmentStoreOp ends, vk::ImageLayout from,
                                        vk::ImageLayout to) {
    return {.format = format,
            .samples = vk::SampleCountFlagBits::e1,
            .loadOp = begins,
            .storeOp = ends,
            .stencilLoadOp = vk::AttachmentLoadOp::eDontCare,
            .stencilStoreOp = vk::AttachmentStoreOp::eDontCare,
            .initialLayout = from,
            .finalLayout = to};
}

vk::raii::RenderPass create_pass(const vk::raii::Device& device, const vk::AttachmentDescription& image) {
    using Layout = vk::ImageLayout;
    const std::array attachments{image, attachment_of(depth_format, vk::AttachmentLoadOp::eClear,
                                                      vk::AttachmentStoreOp::eDontCare, Layout::eUndefined,
                                                      Layout::eDepthStencilAttachmentOptimal)};
    const vk::AttachmentReference color{0, Layout::eColorAttachmentOptimal},
        depth{1, Layout::eDepthStencilAttachmentOptimal};
    const vk::SubpassDescription subpass{.pipelineBindPoint = vk::PipelineBindPoint::eGraphics,
                                         .colorAttachmentCount = 1,
                                         .pColorAttachments = &color,
                                         .pDepthStencilAttachment = &depth};
    using Stage = vk::PipelineStageFlagBits;
    using Access = vk::AccessFlagBits;
    // The depths may be written once the last pass has tested them; the image may be copied once it is drawn.
    const std::array dependencies{
        vk::SubpassDependency{.srcSubpass = VK_SUBPASS_EXTERNAL,
                              .dstSubpass = 0,
                              .srcStageMask = Stage::eColorAttachmentOutput | Stage::eLateFragmentTests,
                              .dstStageMask = Stage::eColorAttachmentOutput | Stage::eEarlyFragmentTests,
                              .srcAccessMask = Access::eDepthStencilAttachmentWrite,
                              .dstAccessMask =
                                  Access::eColorAttachmentWrite | Access::eDepthStencilAttachmentWrite},
        vk::SubpassDependency{.srcSubpass = 0,
                              .dstSubpass = VK_SUBPASS_EXTERNAL,
                              .srcStageMask = Stage::eColorAttachmentOutput,
                              .dstStageMask = Stage::eTransfer,
                              .srcAccessMask = Access::eColorAttachmentWrite,
                              .dstAccessMask = Access::eTransferRead}};
    return device.createRenderPass({.attachmentCount = attachments.size(),
                                    .pAttachments = attachments.data(),
                                    .subpassCount = 1,
                                    .pSubpasses = &subpass,
                                    .dependencyCount = dependencies.size(),
                                    .pDependencies = dependencies.data()});
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

GraphicsLayout::GraphicsLayout(const vulkan::Device& shown_by, std::uint32_t bindings,
                               std::uint32_t push_bytes, vk::ShaderStageFlags pushed_to,
                               std::uint32_t max_sets)
    : device(&shown_by.native().device), stages(pushed_to),
      set(vulkan::create_set_layout(*device, bindings, stages)),
      pipeline(vulkan::create_layout(*device, *set, push_bytes, stages)),
      pool(vulkan::create_pool(*device, max_sets, max_sets * bindings)) {}

void GraphicsLayout::bind(const FrameCommands& frame, const vk::Pipeline& to, const Area& area,
                          std::span<const vulkan::BufferRange> ranges,
                          const vulkan::PassParams& params) const {
    const vk::raii::CommandBuffer& commands = frame.commands;
    const std::span<const std::byte> bytes = params.bytes();
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, to);
    commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *pipeline, 0,
                                vulkan::write_set(*device, pool, *set, ranges), {});
    commands.pushConstants<std::byte>(
        *pipeline, stages, 0,
        vk::ArrayProxy<const std::byte>(static_cast<std::uint32_t>(bytes.size()), bytes.data()));
    commands.setViewport(0, vk::Viewport{.width = static_cast<float>(frame.extent.width),
                                         .height = static_cast<float>(frame.extent.height),
                                         .maxDepth = 1});
    commands.setScissor(0, vk::Rect2D{{area.x, area.y},
                                      {static_cast<std::uint32_t>(area.extent.width),
                                       static_cast<std::uint32_t>(area.extent.height)}});
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

}
