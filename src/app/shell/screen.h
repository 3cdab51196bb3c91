#pragma once

#include "app/render/darkroom.h"
#include "app/render/gui_renderer.h"
#include "app/render/viewer.h"
#include "engines/vulkan_devices.h"

namespace huedrift::app {

/// All of a window that is on one device: it goes with the device when that is lost, and another takes its
/// place.
struct Screen {
    /// On devices.facts()[number]. Throws Error(device).
    Screen(VulkanDevices& devices, std::size_t number, Window& window, Gui& gui);
    /// Waits for the last frame.
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    const std::size_t device_number;
    const std::shared_ptr<gpu::Device> device;
    Presenter presenter;
    GuiRenderer gui;
    Viewer viewer;
    Darkroom darkroom;
};

}
