#pragma once

#include <filesystem>
#include <optional>
#include <vector>

union SDL_Event;

namespace huedrift::app {

class Window;

/// Files dragged over the window and dropped on it.
class FileDrop {
public:
    /// At most one object at a time.
    explicit FileDrop(Window& window);
    ~FileDrop();
    FileDrop(const FileDrop&) = delete;
    FileDrop& operator=(const FileDrop&) = delete;

    /// Whether files are over the window, as far as the desktop tells. SDL passes on only drops, so on X11
    /// this reads the window's messages before SDL does (XDND, "Drag-and-Drop Protocol for the X Window
    /// System", version 5). A change wakes the window.
    bool hovers() const { return hovers_; }
    /// Handles an event; returns the files when it completes a drop.
    std::optional<std::vector<std::filesystem::path>> handle(const SDL_Event& event);

private:
    static int filter(void* self, SDL_Event* event);
    void hover(bool over);

    Window& window_;
    bool hovers_ = false;
    std::vector<std::filesystem::path> dropped_{};
};

}
