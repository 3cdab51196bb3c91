#pragma once

#include "app/render/presenter.h"
#include "app/render/viewer.h"
#include "app/ui/gui.h"

namespace huedrift::app {

/// Draws Dear ImGui on one device, and its thumbnails with the viewer. Only one can exist, as Dear ImGui
/// supports one.
class GuiRenderer {
public:
    GuiRenderer(const Gui& gui, const vulkan::Context& context, const vulkan::Device& device,
                Presenter& presenter, Viewer& viewer);
    ~GuiRenderer();
    GuiRenderer(const GuiRenderer&) = delete;
    GuiRenderer& operator=(const GuiRenderer&) = delete;

    /// Uploads reloaded fonts. Call it before Gui::begin_frame().
    void prepare();
    /// Records the frame that Gui::end_frame() ended, thumbnails included. Only after the device has finished
    /// the last one, and after Viewer::begin_frame().
    void draw(const FrameCommands& frame) const;

private:
    struct Native;

    const Gui& gui_;
    Presenter& presenter_;
    int fonts_revision_ = 0; ///< of the uploaded fonts; 0: none
    vulkan::DeviceObjects<Native> native_;
};

}
