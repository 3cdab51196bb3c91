#pragma once

#include "app/render/cloud_renderer.h"
#include "app/render/gui_renderer.h"
#include "app/render/picture_renderer.h"
#include "app/render/small_pictures.h"
#include "app/render/viewer.h"
#include "engines/vulkan_devices.h"

namespace huedrift::app {

/// Everything that draws a window on one device. Destroyed when the device is lost, and created anew on the
/// next device.
struct WindowRenderer {
    /// On devices.facts()[number]. Throws Error(device).
    WindowRenderer(VulkanDevices& devices, std::size_t number, Window& window, Gui& gui, JobThreads& threads);
    /// Waits for the last frame.
    ~WindowRenderer();
    WindowRenderer(const WindowRenderer&) = delete;
    WindowRenderer& operator=(const WindowRenderer&) = delete;

    const std::size_t device_number;
    const std::shared_ptr<gpu::Device> device;
    Presenter presenter;
    GuiRenderer gui;
    Viewer viewer;
    CloudRenderer clouds;
    SmallPictures small_pictures;
    PictureRenderer pictures;
};

}
