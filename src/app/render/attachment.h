#pragma once

#include "gpu/native.h"

namespace huedrift::app {

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

}
