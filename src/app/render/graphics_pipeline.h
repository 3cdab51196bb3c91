#pragma once

#include "app/ui/window.h"
#include "vulkan/native.h"
#include "vulkan/recorder.h"

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

/// The images that a Presenter asks for in a window of `drawable` pixels whose surface has these
/// capabilities.
vk::SwapchainCreateInfoKHR wanted_images(const vk::SurfaceCapabilitiesKHR& surface, Extent drawable);

/// The depth format that every device supports.
inline constexpr vk::Format depth_format = vk::Format::eD16Unorm;

vk::raii::ImageView create_view(const vk::raii::Device& device, vk::Image image, vk::Format format);

vk::AttachmentDescription attachment_of(vk::Format format, vk::AttachmentLoadOp begins,
                                        vk::AttachmentStoreOp ends, vk::ImageLayout from, vk::ImageLayout to);
/// A pass that draws on `image` with a depth test. Pipelines for one such pass are for every other, too.
vk::raii::RenderPass create_pass(const vk::raii::Device& device, const vk::AttachmentDescription& image);

/// Two shaders that draw without vertex buffers, in the order of drawing or with a depth test.
struct GraphicsProgram {
    const vulkan::Shader& vertex;
    const vulkan::Shader& fragment;
    std::span<const vk::Bool32> constants{}; ///< of the fragment shader: the values of constant_id 0, 1...
    vk::PrimitiveTopology topology = vk::PrimitiveTopology::eTriangleList;
    bool tests_depth = false;
};

/// The storage buffers of shaders, at bindings 0 to `bindings` - 1, and their push constants. Resetting the
/// pool frees the sets of a frame. Throws Vulkan's exceptions.
struct GraphicsLayout {
    GraphicsLayout() = default;
    GraphicsLayout(const vulkan::Device& device, std::uint32_t bindings, std::uint32_t push_bytes,
                   vk::ShaderStageFlags stages, std::uint32_t max_sets);

    /// Binds a pipeline, and `ranges` in a new set, for drawing in an area of the window. Coordinates stay
    /// those of the whole window.
    void bind(const FrameCommands& frame, const vk::Pipeline& pipeline, const Area& area,
              std::span<const vulkan::BufferRange> ranges, const vulkan::PassParams& params) const;

    const vk::raii::Device* device = nullptr;
    vk::ShaderStageFlags stages{}; ///< those that get the push constants
    vk::raii::DescriptorSetLayout set{nullptr};
    vk::raii::PipelineLayout pipeline{nullptr};
    vk::raii::DescriptorPool pool{nullptr};
};

/// A pipeline for render passes compatible with `pass`. Throws Vulkan's exceptions.
vk::raii::Pipeline create_pipeline(const vulkan::Device::Native& gpu, const GraphicsProgram& program,
                                   const vk::PipelineLayout& layout, const vk::RenderPass& pass);

}
