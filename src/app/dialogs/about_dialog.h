#pragma once

#include "app/ui/frame_context.h"

#include <string>

namespace huedrift::app {

/// What this program is, and what whoever reports a fault should send along.
class AboutDialog {
public:
    void open() { wanted_ = true; }
    /// `drawn_by`: the device that draws the window.
    void draw(const FrameContext& frame, const std::string& drawn_by);

private:
    bool wanted_ = false;
};

/// Version, system, libraries, devices, and the size and settings of the open picture, a line each. Names no
/// file.
std::string diagnostics(const Snapshot& snapshot, const std::string& drawn_by);

}
