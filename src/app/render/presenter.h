#pragma once

#include "app/render/frame_clock.h"
#include "app/ui/window.h"
#include "engines/engine_choice.h"
#include "image/image.h"
#include "vulkan/device.h"

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
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
    void record(std::uint32_t image, const Scene& scene, bool captured);
    void record_pictures(const Scene& scene);
    std::unique_lock<std::mutex> lock_queue();
    void submit_commands();
    bool present(const Scene& scene, bool captured);
    Image captured_image() const;

    vulkan::Device& device_;
    Window& window_;
    Swapchain swapchain_;
    Extent drawable_; ///< the size of the swapchain
    bool stale_ = true;
    /// The background and the version of the pictures that are drawn; none since the images are new.
    std::optional<std::pair<std::array<float, 3>, std::uint64_t>> pictures_;
    Waits waits_;
    vulkan::DeviceObjects<Native> native_;
};

}
