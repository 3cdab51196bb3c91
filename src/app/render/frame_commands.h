#pragma once

#include "app/ui/window.h"
#include "gpu/native.h"

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

}
