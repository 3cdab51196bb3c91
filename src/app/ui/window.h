#pragma once

#include "app/ui/camera.h"
#include "app/ui/settings.h"
#include "image/image.h"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

union SDL_Event;
struct SDL_Window;

namespace huedrift::app {

/// Where frames are shown: on the desktop, or nowhere, without a desktop.
enum class Display { desktop, none };

/// The SDL window and its events.
class Window {
public:
    /// Creates the window hidden. Off the screen it has exactly the requested size. Throws Error(device)
    /// without a display or without Vulkan.
    explicit Window(const WindowGeometry& geometry, Display display = Display::desktop);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool is_off_screen() const { return display_ == Display::none; }
    void show();
    void set_title(const std::string& title);
    void set_icon(const Image& icon);
    bool is_full_screen() const;
    void toggle_full_screen();
    WindowGeometry geometry() const;
    /// The size to draw, pixels; empty while minimised.
    Extent drawable() const;
    /// Pixels per unit of the pointer's coordinates: 2 on a desktop scaled to 200 %.
    float pixel_ratio() const;
    /// The instance extensions for a surface of this window.
    std::vector<std::string> vulkan_extensions() const;

    /// Waits for an event, at most `timeout` (none: forever), without using the CPU.
    bool wait(SDL_Event& event, std::optional<std::chrono::milliseconds> timeout);
    /// Ends a wait. Callable from any thread, any number of times.
    void wake();
    /// Whether an event comes from wake().
    bool is_wake(const SDL_Event& event) const;

    SDL_Window* sdl() const { return window_.get(); }

private:
    struct Video {
        explicit Video(Display display);
        ~Video();
    };

    Display display_;
    Video video_;
    std::unique_ptr<SDL_Window, void (*)(SDL_Window*)> window_;
    std::uint32_t wake_event_;
    WindowGeometry restored_; ///< the window's place before it was maximised
};

/// The size of the first window: unless the user has chosen one, it leaves at least a tenth of the first
/// display to the desktop's bars and its own frame.
WindowGeometry first_geometry(WindowGeometry geometry, std::span<const Area> displays);
/// The place where a window opens: `geometry` fitted to the usable areas of the displays (screen units, in
/// the desktop's order). Sizes below `min` are raised first. A size beyond its display is cut to it and the
/// window opens maximised, since only the desktop knows the width of frames. A position at which no corner of
/// the title bar can be reached, as after a display was unplugged, is dropped, and the desktop places the
/// window. Without displays only the first step happens.
WindowGeometry placed(WindowGeometry geometry, std::span<const Area> displays, Extent min);

}
