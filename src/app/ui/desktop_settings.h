#pragma once

#include "app/ui/window.h"
#include "base/latest_job.h"

#include <functional>
#include <memory>
#include <optional>
#include <variant>

namespace huedrift::app {

/// What the desktop's settings ask of every program. Without a desktop that tells they are the defaults.
class DesktopSettings {
public:
    /// Off the screen no desktop is asked.
    DesktopSettings(Display display, JobThreads& threads);
    /// Waits no longer for the desktop.
    ~DesktopSettings();
    DesktopSettings(const DesktopSettings&) = delete;
    DesktopSettings& operator=(const DesktopSettings&) = delete;

    /// Reads them again: what X says at once, what the portal says by deliver().
    void read();
    bool deliver();
    /// Whether the portal has yet to answer.
    bool busy() const { return portal_.busy(); }

    /// Of texts and controls, 0.5 to 3; 1 unless set: that of X, else the portal's.
    double scale() const;
    /// Whether nothing should move by itself.
    bool reduces_motion() const { return told_.reduces_motion; }

    /// What xdg-desktop-portal tells.
    struct Told {
        double text_scale = 1;
        bool reduces_motion = false;
    };

private:
    struct Call;

    bool asked_;
    std::optional<double> scale_of_x_{};
    Told told_{};
    std::unique_ptr<Call> call_;             ///< how the wait for the portal is ended
    LatestJob<std::monostate, Told> portal_; ///< last: its jobs use the rest
};

/// How much larger than at 96 dots per inch the user wants text, where windows are X's: the display's
/// resource Xft.dpi (or that of ~/.Xdefaults), which desktops set. It is read from a connection of its own,
/// so that it is the one of now. None: there is no such resource.
std::optional<double> text_scale_of_x();

}
