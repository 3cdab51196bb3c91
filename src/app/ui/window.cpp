#include "app/ui/window.h"

#include "base/error.h"

#include <SDL.h>
#include <SDL_vulkan.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <langinfo.h>
#include <span>
#include <string_view>

namespace huedrift::app {
namespace {

[[noreturn]] void fail(const std::string& what) {
    throw Error(ErrorKind::device, what + ": " + SDL_GetError());
}

// Below this no space is left for the picture beside the panel.
constexpr Extent min_extent{.width = 640, .height = 400};

// Without a UTF-8 locale, Xlib reads names and titles as ASCII. Sets only LC_CTYPE, so that numbers keep
// their decimal point.
void use_utf8_locale() {
    std::setlocale(LC_CTYPE, "");
    if (std::string_view(::nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
}

// The area of each display without the desktop's bars.
std::vector<Area> usable_areas() {
    std::vector<Area> areas;
    for (int display = 0; display < SDL_GetNumVideoDisplays(); ++display) {
        SDL_Rect bounds;
        if (SDL_GetDisplayUsableBounds(display, &bounds) == 0)
            areas.push_back(
                {.x = bounds.x, .y = bounds.y, .extent = {.width = bounds.w, .height = bounds.h}});
    }
    return areas;
}

bool contains(const Area& area, int x, int y) {
    return x >= area.x && x < area.x + area.extent.width && y >= area.y && y < area.y + area.extent.height;
}

bool is_reachable(const Area& display, const WindowGeometry& geometry) {
    return contains(display, *geometry.x, *geometry.y) ||
           contains(display, *geometry.x + geometry.width - 1, *geometry.y);
}

bool is_on_wayland() { return std::string_view(SDL_GetCurrentVideoDriver()) == "wayland"; }

WindowGeometry opened(const WindowGeometry& geometry) {
    const std::vector<Area> displays = usable_areas();
    return placed(first_geometry(geometry, displays), displays, min_extent);
}

}

Window::Video::Video(Display display) {
    use_utf8_locale();
    // Keeps the screen saver enabled, and lets the click that raises the window act on it.
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_APP_NAME, "huedrift");
    // Tells a signal, after which SDL sends SDL_QUIT, from the close button.
    SDL_SetHint(SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0");
    if (display == Display::none) SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE);
    const int failed = SDL_InitSubSystem(SDL_INIT_VIDEO);
    if (display == Display::none) SDL_ResetHint(SDL_HINT_VIDEODRIVER);
    if (failed != 0) fail("there is no display for a window");
    if (display == Display::none) return;
    // The drivers that SDL chooses without a display.
    const std::string_view driver = SDL_GetCurrentVideoDriver();
    if (driver != "offscreen" && driver != "dummy" && driver != "evdev") return;
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    throw Error(ErrorKind::device, "there is no display for a window (huedrift-cli needs none)");
}

Window::Video::~Video() { SDL_QuitSubSystem(SDL_INIT_VIDEO); }

Window::Window(const WindowGeometry& geometry, Display display)
    : display_(display), video_(display), window_(nullptr, SDL_DestroyWindow),
      wake_event_(SDL_RegisterEvents(1)),
      restored_(is_off_screen() ? WindowGeometry{.width = geometry.width, .height = geometry.height}
                                : opened(geometry)) {
    constexpr int anywhere = static_cast<int>(SDL_WINDOWPOS_UNDEFINED);
    std::uint32_t flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN;
    if (!is_off_screen()) flags |= SDL_WINDOW_VULKAN;
    if (restored_.maximised && !is_on_wayland()) flags |= SDL_WINDOW_MAXIMIZED;
    window_.reset(SDL_CreateWindow("huedrift", restored_.x.value_or(anywhere), restored_.y.value_or(anywhere),
                                   restored_.width, restored_.height, flags));
    if (!window_) fail("a window for Vulkan cannot be opened");
    SDL_SetWindowMinimumSize(window_.get(), std::min(min_extent.width, restored_.width),
                             std::min(min_extent.height, restored_.height));
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
}

Window::~Window() = default;

void Window::show() {
    SDL_ShowWindow(window_.get());
    // If a window is created maximised on Wayland, SDL 2.26 tells the desktop its former size, which ends
    // that.
    if (restored_.maximised && is_on_wayland()) SDL_MaximizeWindow(window_.get());
}

void Window::set_title(const std::string& title) { SDL_SetWindowTitle(window_.get(), title.c_str()); }

void Window::set_icon(const Image& icon) {
    const auto pixels = icon.pixels();
    // SDL reads them only.
    SDL_Surface* const surface = SDL_CreateRGBSurfaceWithFormatFrom(
        const_cast<Rgba8*>(pixels.data()), icon.width(), icon.height(), 32,
        icon.width() * static_cast<int>(sizeof(Rgba8)), SDL_PIXELFORMAT_RGBA32);
    if (!surface) return; // the window works without it
    SDL_SetWindowIcon(window_.get(), surface);
    SDL_FreeSurface(surface);
}

bool Window::is_full_screen() const {
    return (SDL_GetWindowFlags(window_.get()) & SDL_WINDOW_FULLSCREEN) != 0;
}

void Window::toggle_full_screen() {
    SDL_SetWindowFullscreen(window_.get(), is_full_screen() ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

WindowGeometry Window::geometry() const {
    WindowGeometry geometry = restored_;
    geometry.maximised = (SDL_GetWindowFlags(window_.get()) & SDL_WINDOW_MAXIMIZED) != 0;
    if (geometry.maximised || is_full_screen()) return geometry;
    int x = 0, y = 0;
    SDL_GetWindowPosition(window_.get(), &x, &y);
    SDL_GetWindowSize(window_.get(), &geometry.width, &geometry.height);
    // SDL sets the frame's position but reports that of the contents, so without this the window would move
    // at each start.
    int top = 0, left = 0;
    SDL_GetWindowBordersSize(window_.get(), &top, &left, nullptr, nullptr);
    geometry.x = x - left;
    geometry.y = y - top;
    return geometry;
}

Extent Window::drawable() const {
    if (SDL_GetWindowFlags(window_.get()) & SDL_WINDOW_MINIMIZED) return {};
    Extent extent;
    if (is_off_screen())
        SDL_GetWindowSize(window_.get(), &extent.width, &extent.height);
    else
        SDL_Vulkan_GetDrawableSize(window_.get(), &extent.width, &extent.height);
    return extent;
}

float Window::pixel_ratio() const {
    int width = 0;
    SDL_GetWindowSize(window_.get(), &width, nullptr);
    const int pixels = drawable().width;
    return width > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
}

std::vector<std::string> Window::vulkan_extensions() const {
    if (is_off_screen()) return {};
    unsigned count = 0;
    if (!SDL_Vulkan_GetInstanceExtensions(window_.get(), &count, nullptr))
        fail("Vulkan cannot draw in a window here");
    std::vector<const char*> names(count);
    if (!SDL_Vulkan_GetInstanceExtensions(window_.get(), &count, names.data()))
        fail("Vulkan cannot draw in a window here");
    return {names.begin(), names.end()};
}

bool Window::wait(SDL_Event& event, std::optional<std::chrono::milliseconds> timeout) {
    if (!timeout) return SDL_WaitEvent(&event) != 0;
    return SDL_WaitEventTimeout(&event, static_cast<int>(timeout->count())) != 0;
}

void Window::wake() {
    // One event in the queue is enough; a second would cause another frame.
    if (SDL_HasEvent(wake_event_)) return;
    SDL_Event event{};
    event.type = wake_event_;
    SDL_PushEvent(&event);
}

bool Window::is_wake(const SDL_Event& event) const { return event.type == wake_event_; }

WindowGeometry first_geometry(WindowGeometry geometry, std::span<const Area> displays) {
    if (geometry != WindowGeometry{} || displays.empty()) return geometry;
    // Wayland tells no program which part of a display the desktop's bars take, nor the size of frames.
    constexpr double usable = 0.9;
    const auto fitted = [](int side, int whole) {
        return std::min(side, static_cast<int>(std::lround(whole * usable)));
    };
    geometry.width = fitted(geometry.width, displays.front().extent.width);
    geometry.height = fitted(geometry.height, displays.front().extent.height);
    return geometry;
}

WindowGeometry placed(WindowGeometry geometry, std::span<const Area> displays, Extent min) {
    geometry.width = std::max(geometry.width, min.width);
    geometry.height = std::max(geometry.height, min.height);
    if (displays.empty()) return geometry;

    const Area* display = &displays.front();
    if (geometry.x && geometry.y) {
        const auto reachable =
            std::ranges::find_if(displays, [&](const Area& area) { return is_reachable(area, geometry); });
        if (reachable != displays.end())
            display = &*reachable;
        else
            geometry.x = geometry.y = std::nullopt;
    }
    const Extent usable = display->extent;
    geometry.maximised |= geometry.width > usable.width || geometry.height > usable.height;
    geometry.width = std::min(geometry.width, usable.width);
    geometry.height = std::min(geometry.height, usable.height);
    return geometry;
}

}
