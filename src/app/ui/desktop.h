#pragma once

#include "app/ui/window.h"
#include "base/job_runner.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

union SDL_Event;

namespace huedrift::app {

// The desktop around the window: its settings, its file manager, and files dragged from elsewhere.

/// Ends a job's wait for the desktop.
struct DesktopWait;

/// The desktop's settings for all programs; the defaults if the desktop tells none.
class DesktopSettings {
public:
    /// Asks no desktop off the screen. Reads the settings of X at once, so that the first frame has them.
    DesktopSettings(Display display, JobThreads& threads);
    /// Stops waiting for the desktop.
    ~DesktopSettings();
    DesktopSettings(const DesktopSettings&) = delete;
    DesktopSettings& operator=(const DesktopSettings&) = delete;

    /// Reads the settings again, for deliver().
    void read();
    bool deliver();
    /// Whether an answer is pending.
    bool busy() const { return portal_.busy() || x_.busy(); }

    /// The scale of texts and controls, 0.5 to 3: X's, else the portal's, else 1.
    double scale() const;
    /// Whether nothing should move by itself.
    bool reduces_motion() const { return told_.reduces_motion; }

    /// The settings from xdg-desktop-portal.
    struct Told {
        double text_scale = 1;
        bool reduces_motion = false;
    };

private:
    bool asked_;
    std::optional<double> scale_of_x_{};
    Told told_{};
    std::unique_ptr<DesktopWait> wait_; ///< for the portal
    LatestJob<std::monostate, std::optional<double>> x_;
    LatestJob<std::monostate, Told> portal_; ///< last: its jobs use the rest
};

/// The user's text size relative to 96 dots per inch, on X: the display's resource Xft.dpi (or that of
/// ~/.Xdefaults), which desktops set. Reads it on its own connection to get the present value. None without
/// such a resource.
std::optional<double> text_scale_of_x();

/// Runs *Show in Folder*: the desktop's file manager shows the file. A job waits for it.
class ShowInFolder {
public:
    explicit ShowInFolder(JobThreads& threads);
    /// Stops waiting for the desktop.
    ~ShowInFolder();
    ShowInFolder(const ShowInFolder&) = delete;
    ShowInFolder& operator=(const ShowInFolder&) = delete;

    /// Opens the folder of a file or folder and selects it there (org.freedesktop.FileManager1). If no file
    /// manager does that, opens the folder with the desktop's default program.
    void show(const std::filesystem::path& file) { shower_.ask_again(file); }
    /// Takes in the outcome; returns whether there is one. failure() then tells why nothing was shown, if so.
    bool deliver() { return shower_.deliver(); }
    bool busy() const { return shower_.busy(); }
    const std::optional<Refused>& failure() const { return shower_.failure(); }

private:
    std::unique_ptr<DesktopWait> wait_;
    LatestJob<std::filesystem::path, std::monostate> shower_; ///< last: its jobs use the rest
};

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
