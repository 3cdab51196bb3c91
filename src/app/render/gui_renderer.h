#pragma once

#include "app/render/presenter.h"
#include "app/render/viewer.h"
#include "app/ui/gui.h"
#include "app/ui/thumbnail_view.h"

#include <map>
#include <memory>

namespace huedrift::app {

/// Draws thumbnails with the viewer, pixel by pixel. Keeps those of the last frame in device memory.
class SmallPictures final : public SmallPicturePainter {
public:
    SmallPictures(const vulkan::Device& device, Viewer& viewer) : device_(device), viewer_(viewer) {}

    /// Frees thumbnails that the last frame did not show. Only after the device has finished it, and after
    /// Viewer::begin_frame().
    void begin_frame(const FrameCommands& frame, const Gui& gui);
    void paint(const SmallPicture& picture, const std::array<float, 4>& clip) override;

private:
    /// A thumbnail at its displayed size.
    struct Key {
        std::shared_ptr<const Thumbnail> thumbnail;
        int longer_side;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Held {
        DevicePicture picture;
        bool shown = true; ///< in this frame
    };

    /// Null if the device has no memory for it.
    const DevicePicture* on_device(const Key& key);

    const vulkan::Device& device_;
    Viewer& viewer_;
    std::map<Key, Held> held_;
    const FrameCommands* frame_ = nullptr;
    PaneColors colors_{};
    float pixel_ratio_ = 1;
};

/// Draws Dear ImGui on one device. Only one can exist, as Dear ImGui supports one.
class GuiRenderer {
public:
    GuiRenderer(const Gui& gui, const vulkan::Context& context, const vulkan::Device& device,
                Presenter& presenter);
    ~GuiRenderer();
    GuiRenderer(const GuiRenderer&) = delete;
    GuiRenderer& operator=(const GuiRenderer&) = delete;

    /// Uploads reloaded fonts. Call it before Gui::begin_frame().
    void prepare();
    /// Records the frame that Gui::end_frame() ended; `painter` draws its small pictures.
    void draw(const FrameCommands& frame, SmallPicturePainter& painter) const;

private:
    struct Native;

    const Gui& gui_;
    Presenter& presenter_;
    int fonts_revision_ = 0; ///< of the uploaded fonts; 0: none
    vulkan::DeviceObjects<Native> native_;
};

}
