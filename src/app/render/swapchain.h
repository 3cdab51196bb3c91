#pragma once

#include "app/ui/window.h"
#include "engines/engine_choice.h"
#include "vulkan/device.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::app {

/// The images that the desktop shows, or a single one off the screen, one of the pictures under all else, and
/// the passes that draw them. Only the surface and the passes survive a resize. A lost surface is created
/// again.
class Swapchain {
public:
    /// Throws Error(device) when the device cannot show pictures in this window.
    Swapchain(const vulkan::Context& context, const vulkan::Device& device, const Window& window);
    ~Swapchain();
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    /// Creates the images again for a window of `drawable` pixels. Returns false if the window has no area.
    /// The old images must not be in use.
    bool rebuild(Extent drawable);
    /// The size of the images; empty before they are created.
    Extent extent() const;
    bool can_be_read() const;

    struct Native;
    Native& native() const { return *native_; }

private:
    bool build(Extent drawable);
    bool build_own(Extent drawable);
    void build_attachments();

    const vulkan::Context& context_;
    const vulkan::Device& device_;
    const Window& window_;
    vulkan::DeviceObjects<Native> native_;
};

/// The device extensions for a swapchain.
std::vector<std::string> swapchain_extensions(const Window& window);

/// The device that draws in a window: the best usable one that does not rest, by the `failures` of each; none
/// if there is none.
std::optional<std::size_t> choose_window_device(const vulkan::Context& context, const Window& window,
                                                std::span<const DeviceLosses> failures = {});

}
