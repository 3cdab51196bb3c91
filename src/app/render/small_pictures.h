#pragma once

#include "app/render/viewer.h"
#include "app/ui/gui.h"
#include "app/ui/small_picture.h"

#include <map>

namespace huedrift::app {

/// Draws thumbnails with the viewer, pixel by pixel, and has those of the last frame in memory of the device.
class SmallPictures final : public SmallPicturePainter {
public:
    SmallPictures(const gpu::Device& device, Viewer& viewer) : device_(device), viewer_(viewer) {}

    /// Frees what the last frame did not show. Only once the device has finished it, and after
    /// Viewer::begin_frame().
    void begin_frame(const FrameCommands& frame, const Gui& gui);
    void paint(const SmallPicture& picture, const std::array<float, 4>& clip) override;

private:
    /// A thumbnail at the size at which it is shown.
    struct Key {
        std::shared_ptr<const Thumbnail> thumbnail;
        int longer_side;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Held {
        DevicePicture picture;
        bool shown = true; ///< in this frame
    };

    /// Null where the device has no memory for it.
    const DevicePicture* on_device(const Key& key);

    const gpu::Device& device_;
    Viewer& viewer_;
    std::map<Key, Held> held_;
    const FrameCommands* frame_ = nullptr;
    PaneColors colors_{};
    float pixel_ratio_ = 1;
};

}
