#pragma once

#include "app/ui/window.h"
#include "gpu/native.h"
#include "gpu/shader.h"

#include <span>

namespace huedrift::app {

/// The command buffer of the frame that is being recorded.
struct FrameCommands {
    const vk::raii::CommandBuffer& commands;
    Extent extent; ///< of the window, pixels
};

/// What a pipeline must know about its render pass.
struct RenderTarget {
    vk::RenderPass pass;
    std::uint32_t images; ///< frames that may wait to be shown
};

/// An image that a render pass draws into, with its memory. It has no contents yet.
struct Attachment {
    /// Throws what Vulkan does.
    Attachment(const gpu::Device::Native& gpu, vk::Extent2D extent, vk::Format format,
               vk::ImageUsageFlags usage);

    vk::raii::DeviceMemory memory{nullptr};
    vk::raii::Image image{nullptr}; ///< destroyed before its memory
    vk::raii::ImageView view{nullptr};
};

/// What every device can test depths in.
inline constexpr vk::Format depth_format = vk::Format::eD16Unorm;

vk::raii::ImageView create_view(const vk::raii::Device& device, vk::Image image, vk::Format format);

/// Two shaders that draw without vertex buffers: over each other in the order of drawing, or the nearest over
/// the farther.
struct GraphicsProgram {
    const gpu::Shader& vertex;
    const gpu::Shader& fragment;
    std::span<const vk::Bool32> constants{}; ///< of the fragment shader: the values of constant_id 0, 1...
    vk::PrimitiveTopology topology = vk::PrimitiveTopology::eTriangleList;
    bool tests_depth = false;
};

/// Storage buffers at bindings 0 to `bindings` - 1, and push constants. Throws what Vulkan does.
struct GraphicsLayout {
    GraphicsLayout() = default;
    GraphicsLayout(const vk::raii::Device& device, std::uint32_t bindings, std::uint32_t push_bytes,
                   vk::ShaderStageFlags stages);

    vk::raii::DescriptorSetLayout set{nullptr};
    vk::raii::PipelineLayout pipeline{nullptr};
};

/// For render passes that are compatible with `pass`. Throws what Vulkan does.
vk::raii::Pipeline create_pipeline(const gpu::Device::Native& gpu, const GraphicsProgram& program,
                                   const vk::PipelineLayout& layout, const vk::RenderPass& pass);

/// Binds `ranges` to a new set of `pool`, which frees it when it is reset.
vk::DescriptorSet write_set(const vk::raii::Device& device, const vk::raii::DescriptorPool& pool,
                            const vk::raii::DescriptorSetLayout& layout,
                            std::span<const gpu::BufferRange> ranges);

/// Sets what is drawn on: an area of the window, with coordinates of the whole window.
void set_area(const FrameCommands& frame, const Area& area);

}
