#pragma once

#include "app/ui/frame_context.h"

namespace huedrift::app {

/// The menu of the right button for the colour under the pointer; Alt with a click pins it.
class PictureMenu {
public:
    /// After the canvas, in the same frame.
    void draw(const FrameContext& frame);

private:
    std::optional<Rgb> color_{}; ///< the source colour that the menu is about
};

}
