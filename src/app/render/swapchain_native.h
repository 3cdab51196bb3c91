#pragma once

#include "app/render/graphics_pipeline.h"
#include "app/render/presenter.h"

namespace huedrift::app {

struct Swapchain::Native {
    vk::raii::SurfaceKHR surface{nullptr}; ///< none off the screen
    vk::SurfaceFormatKHR format;
    vk::raii::RenderPass pass{nullptr};         ///< over a copy of the pictures
    vk::raii::RenderPass picture_pass{nullptr}; ///< draws those
    vk::raii::SwapchainKHR swapchain{nullptr};
    std::optional<Attachment> own{};   ///< the only image off the screen
    std::optional<Attachment> depth{}; ///< shared by all images, as frames are drawn one at a time
    std::optional<Attachment> pictures{};
    vk::raii::Framebuffer picture_framebuffer{nullptr};
    std::vector<vk::Image> images{};
    std::vector<vk::raii::ImageView> views{};
    std::vector<vk::raii::Framebuffer> framebuffers{};
    std::vector<vk::raii::Semaphore> drawn{}; ///< for each image: its frame may be shown
    vk::Extent2D extent{};
    bool can_be_read = false;

    bool is_off_screen() const { return !*surface; }
    /// The layout of an image after the render pass.
    vk::ImageLayout layout() const {
        return is_off_screen() ? vk::ImageLayout::eGeneral : vk::ImageLayout::ePresentSrcKHR;
    }

    void drop_images() {
        drawn.clear();
        framebuffers.clear();
        picture_framebuffer = nullptr;
        views.clear();
        images.clear();
        own.reset();
        pictures.reset();
        depth.reset();
    }
};

/// The images to ask for in a window of `drawable` pixels whose surface has these capabilities.
vk::SwapchainCreateInfoKHR wanted_images(const vk::SurfaceCapabilitiesKHR& surface, Extent drawable);

}
