#pragma once

#include "app/ui/gui.h"
#include "session/thumbnails.h"

#include <array>
#include <deque>
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

/// The thumbnails of files among the controls of a frame.
class ThumbnailView {
public:
    explicit ThumbnailView(JobThreads& threads) : thumbnails_(threads) {}

    /// Before the controls.
    void begin_frame() { pictures_.clear(); }
    /// Draws that of a file in the middle of an area (x, y, width, height) of the current window, if that is
    /// in view: a quiet place for it while it is made, a crossed one where the file cannot be read. Returns
    /// it, null while it is made.
    std::shared_ptr<const Thumbnail> draw(const std::filesystem::path& file, const std::array<float, 4>& area,
                                          const Gui& gui);
    /// After the controls. With `waits` no other is made now.
    void end_frame(bool waits) { thumbnails_.end_view(waits); }

    /// Files may have changed.
    void recheck() { thumbnails_.recheck(); }
    /// Takes in what is ready; whether there was anything.
    bool deliver() { return thumbnails_.deliver(); }
    bool busy() const { return thumbnails_.busy(); }

private:
    Thumbnails thumbnails_;
    std::deque<SmallPicture> pictures_; ///< of the frame; Dear ImGui's draw lists point to them
};

}
