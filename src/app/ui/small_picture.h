#pragma once

#include "session/thumbnails.h"

#include <array>
#include <memory>

namespace huedrift::app {

/// A picture among the controls of a frame. Debian's Dear ImGui draws no picture but that of its fonts, so
/// that it calls a painter when it comes to the picture's place.
struct SmallPicture {
    std::shared_ptr<const Thumbnail> thumbnail;
    std::array<float, 4> area; ///< it lies in the middle of: x, y, width, height in Dear ImGui's units
};

/// Draws them. While Dear ImGui is drawn its UserData points to one.
class SmallPicturePainter {
public:
    virtual ~SmallPicturePainter() = default;
    /// `clip`: what may be drawn on: left, top, right, bottom in Dear ImGui's units.
    virtual void paint(const SmallPicture& picture, const std::array<float, 4>& clip) = 0;
};

}
