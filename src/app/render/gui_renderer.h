#pragma once

#include "app/render/presenter.h"
#include "app/ui/gui.h"
#include "app/ui/small_picture.h"

#include <memory>

namespace huedrift::app {

/// Draws Dear ImGui on one device. One at a time, as Dear ImGui supports one.
class GuiRenderer {
public:
    GuiRenderer(const Gui& gui, const gpu::Context& context, const gpu::Device& device, Presenter& presenter);
    ~GuiRenderer();
    GuiRenderer(const GuiRenderer&) = delete;
    GuiRenderer& operator=(const GuiRenderer&) = delete;

    /// Uploads reloaded fonts; call it before Gui::begin_frame().
    void prepare();
    /// Records the frame that Gui::end_frame() ended, its small pictures by `painter`.
    void draw(const FrameCommands& frame, SmallPicturePainter& painter) const;

private:
    struct Native;

    const Gui& gui_;
    Presenter& presenter_;
    int fonts_revision_ = 0; ///< of the uploaded fonts; 0: none
    std::unique_ptr<Native> native_;
};

}
