#pragma once

#include "app/render/swapchain.h"
#include "gpu/native.h"

namespace huedrift::app {

struct Swapchain::Native {
    vk::raii::SurfaceKHR surface{nullptr};
    vk::SurfaceFormatKHR format;
    vk::raii::RenderPass pass{nullptr};
    vk::raii::SwapchainKHR swapchain{nullptr};
    std::vector<vk::Image> images{};
    std::vector<vk::raii::ImageView> views{};
    std::vector<vk::raii::Framebuffer> framebuffers{};
    std::vector<vk::raii::Semaphore> drawn{}; ///< per image: the frame in it may be shown
    vk::Extent2D extent{};
    bool can_be_read = false;

    void drop_images() {
        drawn.clear();
        framebuffers.clear();
        views.clear();
        images.clear();
    }
};

}
