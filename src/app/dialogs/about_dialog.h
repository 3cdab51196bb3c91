#pragma once

#include "app/ui/frame_context.h"

#include <string>

namespace huedrift::app {

/// About the program, with the facts that a bug report needs.
class AboutDialog {
public:
    void open() { wanted_ = true; }
    /// `drawn_by` is the device that draws the window.
    void draw(const FrameContext& frame, const std::string& drawn_by);

private:
    bool wanted_ = false;
};

/// Version, system, libraries, devices, and the size and settings of the open picture, one a line. Contains
/// no file names.
std::string diagnostics(const Snapshot& snapshot, const std::string& drawn_by);

}
