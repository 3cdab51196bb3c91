#pragma once

#include "app/ui/gui.h"
#include "session/thumbnails.h"

#include <array>
#include <deque>
#include <memory>

namespace huedrift::app {

/// A picture among the controls of a frame. Debian's Dear ImGui can draw only the image of its fonts, so it
/// calls a painter at the picture's place.
struct SmallPicture {
    std::shared_ptr<const Thumbnail> thumbnail;
    Box area; ///< around it
};

/// Draws small pictures. While Dear ImGui is drawn, its UserData points to a painter.
class SmallPicturePainter {
public:
    virtual ~SmallPicturePainter() = default;
    /// `clip` is the area that may be drawn on: left, top, right, bottom in Dear ImGui's units.
    virtual void paint(const SmallPicture& picture, const std::array<float, 4>& clip) = 0;
};

/// Draws a small picture in the current window. It must outlive the frame.
void draw_small_picture(const SmallPicture& picture);

/// The thumbnails of files among the controls of a frame.
class ThumbnailView : public Thumbnails {
public:
    using Thumbnails::Thumbnails;

    /// Call it before the controls, and end_view() after them.
    void begin_frame() { pictures_.clear(); }
    /// Draws a file's thumbnail in the middle of an area of the current window, if that is in view: a quiet
    /// place while it is being made, a crossed one if the file cannot be read. Returns the thumbnail, or null
    /// while it is being made.
    std::shared_ptr<const Thumbnail> draw(const std::filesystem::path& file, const Box& area, const Gui& gui);

private:
    std::deque<SmallPicture> pictures_; ///< of the frame; Dear ImGui's draw lists point to them
};

}
