#pragma once

#include "app/render/cloud_renderer.h"
#include "app/render/gui_renderer.h"
#include "app/render/picture_renderer.h"
#include "app/render/presenter.h"
#include "app/render/viewer.h"
#include "engines/vulkan_devices.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace huedrift::app {

/// Everything that draws a window on one device. Destroyed when the device is lost, and created again on the
/// next device.
struct WindowRenderer {
    /// Draws on devices.facts()[number]. Throws Error(device).
    WindowRenderer(VulkanDevices& devices, std::size_t number, Window& window, Gui& gui, JobThreads& threads);
    /// Waits for the last frame.
    ~WindowRenderer();
    WindowRenderer(const WindowRenderer&) = delete;
    WindowRenderer& operator=(const WindowRenderer&) = delete;

    const std::size_t device_number;
    const std::shared_ptr<vulkan::Device> device;
    Presenter presenter;
    Viewer viewer;
    GuiRenderer gui;
    CloudRenderer clouds;
    PictureRenderer pictures;
};

/// The renderer of a window, on one device after the other. Its threads make pictures.
class WindowRenderers {
public:
    /// Throws Error(device) if no Vulkan device here can draw in the window.
    WindowRenderers(Window& window, Gui& gui, JobThreads& threads, bool validation);

    WindowRenderer* operator->() const { return renderer_.get(); }
    const std::shared_ptr<VulkanDevices>& devices() const { return devices_; }

    /// Runs `body`, which uses the renderer. If its device fails, calls `drop_pictures`, as the pictures on
    /// it end, and goes over to the best device that does not rest; returns a sentence about that, else an
    /// empty one. Throws Error(device) if there is none.
    std::string run(const std::function<void()>& body, const std::function<void()>& drop_pictures);

private:
    std::string replace(const Error& failure);

    Window& window_;
    Gui& gui_;
    JobThreads& threads_;
    std::shared_ptr<VulkanDevices> devices_;
    std::vector<DeviceLosses> losses_; ///< of each device while it drew the window
    std::unique_ptr<WindowRenderer> renderer_;
};

}
