#pragma once

#include "app/ui/window.h"

#include <cstddef>
#include <memory>
#include <string>

struct SDL_Window;

namespace huedrift {

/// Where the windows of tests are: on a virtual display, or nowhere if HUEDRIFT_OFF_SCREEN is set in the
/// environment, for devices that have no display.
app::Display test_display();

/// Starts an X server without a screen at the first call, unless none is needed, and sets DISPLAY to it.
/// Returns why there is none, empty if there is.
const std::string& virtual_display();

/// Another program on the X display, without a window manager between.
class XClient {
public:
    XClient();
    ~XClient();

    /// How many numbers a property of a window has.
    std::size_t size_of(SDL_Window* window, const char* property) const;

    /// Unmaps a window, as a window manager does that minimises it.
    void unmap(SDL_Window* window);

private:
    struct Connection;

    std::unique_ptr<Connection> connection_;
};

}
