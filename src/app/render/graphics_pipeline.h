#pragma once

#include "app/ui/window.h"
#include "vulkan/native.h"
#include "vulkan/pass.h"

#include <span>

namespace huedrift::app {

/// The command buffer of the frame that is being recorded.
struct FrameCommands {
    const vk::raii::CommandBuffer& commands;
    Extent extent; ///< of the window, pixels
};

/// The properties of a render pass that a pipeline depends on.
struct RenderTarget {
    vk::RenderPass pass;
    std::uint32_t images; ///< frames that may wait to be shown
};

/// An image for a render pass to draw into, with its memory. Has no contents yet.
struct Attachment {
    /// Throws Vulkan's exceptions.
    Attachment(const vulkan::Device::Native& gpu, vk::Extent2D extent, vk::Format format,
               vk::ImageUsageFlags usage);

    vk::raii::DeviceMemory memory{nullptr};
    vk::raii::Image image{nullptr}; ///< destroyed before its memory
    vk::raii::ImageView view{nullptr};
};

/// The depth format that every device supports.
inline constexpr vk::Format depth_format = vk::Format::eD16Unorm;

vk::raii::ImageView create_view(const vk::raii::Device& device, vk::Image image, vk::Format format);

/// Two shaders that draw without vertex buffers, in the order of drawing or with a depth test.
struct GraphicsProgram {
    const vulkan::Shader& vertex;
    const vulkan::Shader& fragment;
    std::span<const vk::Bool32> constants{}; ///< of the fragment shader: the values of constant_id 0, 1...
    vk::PrimitiveTopology topology = vk::PrimitiveTopology::eTriangleList;
    bool tests_depth = false;
};

/// Storage buffers at bindings 0 to `bindings` - 1, and push constants. Throws Vulkan's exceptions.
struct GraphicsLayout {
    GraphicsLayout() = default;
    GraphicsLayout(const vk::raii::Device& device, std::uint32_t bindings, std::uint32_t push_bytes,
                   vk::ShaderStageFlags stages);

    vk::raii::DescriptorSetLayout set{nullptr};
    vk::raii::PipelineLayout pipeline{nullptr};
};

/// A pipeline for render passes compatible with `pass`. Throws Vulkan's exceptions.
vk::raii::Pipeline create_pipeline(const vulkan::Device::Native& gpu, const GraphicsProgram& program,
                                   const vk::PipelineLayout& layout, const vk::RenderPass& pass);

/// Binds `ranges` to a new set of `pool`. Resetting the pool frees the set.
vk::DescriptorSet write_set(const vk::raii::Device& device, const vk::raii::DescriptorPool& pool,
                            const vk::raii::DescriptorSetLayout& layout,
                            std::span<const vulkan::BufferRange> ranges);

/// Restricts drawing to an area of the window; coordinates stay those of the whole window.
void set_area(const FrameCommands& frame, const Area& area);

}
