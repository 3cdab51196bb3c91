#pragma once

#include "app/render/presenter.h"
#include "app/ui/gui.h"

#include <memory>

namespace huedrift::app {

/// Draws Dear ImGui on one device. There is one at a time, for Dear ImGui has one.
class GuiRenderer {
public:
    GuiRenderer(const Gui& gui, const gpu::Context& context, const gpu::Device& device, Presenter& presenter);
    ~GuiRenderer();
    GuiRenderer(const GuiRenderer&) = delete;
    GuiRenderer& operator=(const GuiRenderer&) = delete;

    /// Uploads the fonts where they are loaded anew; before Gui::begin_frame().
    void prepare();
    /// Records the frame that Gui::end_frame() ended.
    void draw(const FrameCommands& frame) const;

private:
    struct Native;

    const Gui& gui_;
    Presenter& presenter_;
    int fonts_revision_ = 0; ///< of what is uploaded; 0: nothing
    std::unique_ptr<Native> native_;
};

}
