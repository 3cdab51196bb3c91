#pragma once

#include "app/ui/window.h"
#include "base/job_runner.h"

#include <functional>
#include <memory>
#include <optional>
#include <variant>

namespace huedrift::app {

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
    struct Call;

    bool asked_;
    std::optional<double> scale_of_x_{};
    Told told_{};
    std::unique_ptr<Call> call_; ///< ends the wait for the portal
    LatestJob<std::monostate, std::optional<double>> x_;
    LatestJob<std::monostate, Told> portal_; ///< last: its jobs use the rest
};

/// The user's text size relative to 96 dots per inch, on X: the display's resource Xft.dpi (or that of
/// ~/.Xdefaults), which desktops set. Reads it on its own connection to get the present value. None without
/// such a resource.
std::optional<double> text_scale_of_x();

}
