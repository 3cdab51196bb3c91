#pragma once

#include "app/render/frame_clock.h"
#include "app/render/swapchain.h"
#include "image/image.h"
#include "vulkan/device.h"

#include <array>
#include <functional>
#include <mutex>
#include <utility>

namespace huedrift::app {

struct FrameCommands;
struct RenderTarget;

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
    /// Draws one frame: the background, then what `paint` records. Only after prepare(). If the desktop has
    /// invalidated the image, shows nothing and returns false; the next prepare() recovers. `capture`, if
    /// given, gets a copy of the frame. Throws DeviceLost when the device is lost or hangs, and Error(failed)
    /// when there can be no `capture`.
    bool draw(const std::array<float, 3>& background, const std::function<void(FrameCommands&)>& paint,
              Image* capture = nullptr);
    RenderTarget target() const;
    /// Returns the time spent waiting for the device and the desktop since the last call.
    Waits take_waits() { return std::exchange(waits_, {}); }
    /// Waits for the last frame, so that its resources may be freed.
    void wait();
    /// Waits until all frames are finished, or the device is lost or hangs.
    void finish() noexcept;
    /// Runs the commands that `record` records, outside frames, and waits for them.
    void run(const std::function<void(FrameCommands&)>& record);

private:
    struct Native;

    template <class Body>
    auto guarded(Body body);
    void wait_for_queue();
    void record(std::uint32_t image, const std::array<float, 3>& background,
                const std::function<void(FrameCommands&)>& paint, bool captured);
    std::unique_lock<std::mutex> lock_queue();
    void submit_commands();
    bool present(const std::array<float, 3>& background, const std::function<void(FrameCommands&)>& paint,
                 bool captured);
    Image captured_image() const;

    vulkan::Device& device_;
    Window& window_;
    Swapchain swapchain_;
    Extent drawable_; ///< the size of the swapchain
    bool stale_ = true;
    Waits waits_;
    vulkan::DeviceObjects<Native> native_;
};

}
