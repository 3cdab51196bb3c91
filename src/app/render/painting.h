#pragma once

#include "app/ui/window.h"
#include "gpu/native.h"

namespace huedrift::app {

/// A frame that is being recorded, for the files that draw with Vulkan.
struct Painting {
    const vk::raii::CommandBuffer& commands;
    Extent extent; ///< of the window, pixels
};

/// What a pipeline must know of the pass that it draws in.
struct PaintTarget {
    vk::RenderPass pass;
    std::uint32_t images; ///< frames that may wait to be shown
};

}
