#pragma once

#include "app/ui/window.h"
#include "engines/engine_choice.h"
#include "image/image.h"
#include "vulkan/device.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift::app {

/// The device extensions for a swapchain.
std::vector<std::string> swapchain_extensions(const Window& window);

/// The device that draws in a window: the best usable one that does not rest, by the `failures` of each; none
/// if there is none.
std::optional<std::size_t> choose_window_device(const vulkan::Context& context, const Window& window,
                                                std::span<const DeviceLosses> failures = {});

struct FrameCommands;
struct RenderTarget;

/// The content of a frame: a background, pictures on it, and all else over them.
struct Scene {
    std::array<float, 3> background{};
    std::function<void(FrameCommands&)> paint_pictures{};
    /// The pictures are drawn again only where this differs from the last frame's, and for a capture: on a
    /// device that is a CPU they take longer than all else.
    std::uint64_t pictures_version = 0;
    std::function<void(FrameCommands&)> paint{};
};

/// Draws frames in a window, or off the screen, one at a time: the device finishes each before the next is
/// recorded.
class Presenter {
public:
    Presenter(const vulkan::Context& context, vulkan::Device& device, Window& window);
    /// Waits as finish() does.
    ~Presenter();
    Presenter(const Presenter&) = delete;
    Presenter& operator=(const Presenter&) = delete;

    /// The size of the next frame, pixels; empty while there is nothing to draw on. Waits for the last frame,
    /// so that its resources may be freed.
    Extent prepare();
    /// Draws one frame. Only after prepare(). If the desktop has invalidated the image, shows nothing and
    /// returns false; the next prepare() recovers. `capture`, if given, gets a copy of the frame. Throws
    /// DeviceLost when the device is lost or hangs, and Error(failed) when there can be no `capture`.
    bool draw(const Scene& scene, Image* capture = nullptr);
    RenderTarget target() const;
    /// Waits for the last frame, so that its resources may be freed.
    void wait();
    /// Waits until all frames are finished, or the device is lost or hangs.
    void finish() noexcept;
    /// Runs the commands that `record` records, outside frames, and waits for them.
    void run(const std::function<void(FrameCommands&)>& record);

private:
    struct Native;

    vulkan::DeviceObjects<Native> native_;
};

}
