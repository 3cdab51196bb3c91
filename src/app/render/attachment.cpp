#include "app/render/attachment.h"

namespace huedrift::app {

vk::raii::ImageView create_view(const vk::raii::Device& device, vk::Image image, vk::Format format) {
    const vk::ImageAspectFlags aspect =
        format == depth_format ? vk::ImageAspectFlagBits::eDepth : vk::ImageAspectFlagBits::eColor;
    return device.createImageView({.image = image,
                                   .viewType = vk::ImageViewType::e2D,
                                   .format = format,
                                   .subresourceRange = {aspect, 0, 1, 0, 1}});
}

Attachment::Attachment(const gpu::Device::Native& gpu, vk::Extent2D extent, vk::Format format,
                       vk::ImageUsageFlags usage) {
    image = gpu.device.createImage({.imageType = vk::ImageType::e2D,
                                    .format = format,
                                    .extent = {extent.width, extent.height, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = vk::SampleCountFlagBits::e1,
                                    .usage = usage});
    const vk::MemoryRequirements needs = image.getMemoryRequirements();
    memory = gpu.device.allocateMemory(
        {.allocationSize = needs.size,
         .memoryTypeIndex = gpu::choose_memory_type(gpu.memory, needs.memoryTypeBits, gpu::Memory::device)});
    image.bindMemory(*memory, 0);
    view = create_view(gpu.device, *image, format);
}

}
