#pragma once

#include <filesystem>
#include <optional>
#include <vector>

union SDL_Event;

namespace huedrift::app {

class Window;

/// Files that are dragged over the window and dropped on it.
class FileDrop {
public:
    /// There is one at a time.
    explicit FileDrop(Window& window);
    ~FileDrop();
    FileDrop(const FileDrop&) = delete;
    FileDrop& operator=(const FileDrop&) = delete;

    /// Whether files are over the window now, as far as the desktop tells: SDL passes on only drops, so where
    /// the window is one of X11 its messages are read before SDL does (XDND, "Drag-and-Drop Protocol for the
    /// X Window System", version 5). A change wakes the window.
    bool hovers() const { return hovers_; }
    /// Passes on an event; the files when it completes a drop.
    std::optional<std::vector<std::filesystem::path>> handle(const SDL_Event& event);

private:
    static int filter(void* self, SDL_Event* event);
    void hover(bool over);

    Window& window_;
    bool hovers_ = false;
    std::vector<std::filesystem::path> dropped_{};
};

}
