#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>

struct SDL_Window;

namespace huedrift {

/// Another program on the X display, without a window manager between.
class XClient {
public:
    XClient();
    ~XClient();

    /// Sets the display's resources (RESOURCE_MANAGER), as xrdb does; empty: there are none.
    void set_resources(const std::string& text);

    /// How many numbers a property of a window has.
    std::size_t size_of(SDL_Window* window, const char* property) const;

    /// Unmaps a window, as a window manager does that minimises it.
    void unmap(SDL_Window* window);

    /// Drags what has these types over a window (XDND), and away again.
    void drag_over(SDL_Window* window, std::initializer_list<const char*> types);
    void drag_away(SDL_Window* window);

private:
    struct Connection;

    void send(SDL_Window* window, const char* message, std::initializer_list<unsigned long> numbers);

    std::unique_ptr<Connection> connection_;
};

}
