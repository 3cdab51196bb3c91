#pragma once

#include "app/ui/window.h"
#include "base/job_runner.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace huedrift::app {

// The desktop around the window: its settings and its file manager.

/// Ends a job's wait for the desktop.
struct DesktopWait;

/// The desktop's settings for all programs; the defaults if the desktop tells none.
class DesktopSettings {
public:
    /// Asks no desktop off the screen.
    DesktopSettings(Display display, JobThreads& threads);
    /// Stops waiting for the desktop.
    ~DesktopSettings();
    DesktopSettings(const DesktopSettings&) = delete;
    DesktopSettings& operator=(const DesktopSettings&) = delete;

    /// Reads the settings again, for deliver().
    void read();
    bool deliver();
    /// Whether an answer is pending.
    bool busy() const { return portal_.busy(); }

    /// The scale of texts and controls, 0.5 to 3.
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
    Told told_{};
    std::unique_ptr<DesktopWait> wait_;      ///< for the portal
    LatestJob<std::monostate, Told> portal_; ///< last: its jobs use the rest
};

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

}
